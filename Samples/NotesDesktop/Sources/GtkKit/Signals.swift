import CGtk

// Signals, and the only place where C calls Swift.
//
// The closure belongs to the widget's signal, and is released with it. If the closure refers to the Swift object that
// retains the widget, make the reference weak: GLib doesn't look for cycles. A weak reference to a `Widget` doesn't
// help, because the widget may outlive the object of Swift that refers to it.
extension Object {
  /// Calls a closure whenever the object emits a signal.
  ///
  /// - Parameters:
  ///   - signal: The name of the signal, such as `clicked`, or of a property's change, such as `notify::title`.
  ///   - body: The closure.
  /// - Returns: The connection, which otherwise ends with the object.
  @discardableResult
  public func on(_ signal: String, _ body: @escaping @MainActor () -> Void) -> Connection {
    connect(signal) {
      body()
      return false
    }
  }

  /// Ends a connection of this object, and releases its closure.
  public func disconnect(_ connection: Connection) { g_signal_handler_disconnect(address, connection.number) }

  /// Calls a closure whenever the object emits a signal that can be answered.
  ///
  /// - Parameters:
  ///   - signal: The name of the signal, such as `close-request`.
  ///   - body: Returns whether GTK does nothing more about it.
  public func onRequest(_ signal: String, _ body: @escaping @MainActor () -> Bool) { connect(signal, body) }

  @discardableResult
  private func connect(_ signal: String, _ body: @escaping @MainActor () -> Bool) -> Connection {
    let data = Unmanaged.passRetained(SignalHandler(body)).toOpaque()
    return Connection(
      number: g_signal_connect_closure(address, signal, desktop_closure_new(data, call, release), 0))
  }

  /// Emits a signal that has no arguments, as GTK does when the user acts.
  ///
  /// - Parameter signal: The name of the signal.
  public func emit(_ signal: String) { desktop_emit(address, signal) }
}

/// The connection of a signal and a closure.
public struct Connection {
  fileprivate let number: gulong
}

/// The closure of one connection.
@MainActor
public final class SignalHandler {
  /// The number of closures that GTK retains now, to find leaks.
  public private(set) static var count = 0

  fileprivate let body: @MainActor () -> Bool

  fileprivate init(_ body: @escaping @MainActor () -> Bool) {
    self.body = body
    Self.count += 1
  }

  isolated deinit { Self.count -= 1 }
}

/// Calls the closure of a connection.
///
/// GTK emits signals on the main thread only.
private let call: GClosureMarshal = { closure, result, _, _, _, _ in
  guard let data = closure?.pointee.data else { return }
  let handler = Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
  let answer = MainActor.assumeIsolated { handler.body() }
  if let result, desktop_is_boolean(result) != 0 { g_value_set_boolean(result, answer ? 1 : 0) }
}

/// Releases the closure of a connection at the end of the connection.
private let release: GClosureNotify = { data, _ in
  if let data { Unmanaged<SignalHandler>.fromOpaque(data).release() }
}
