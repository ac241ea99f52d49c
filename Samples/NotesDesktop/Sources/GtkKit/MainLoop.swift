import CGtk
import Dispatch
import Foundation

/// The loop of the main thread, which runs both GTK and Swift's main actor.
///
/// GLib's own loop waits for file descriptors and knows nothing of Swift's tasks. Swift's main actor is the main queue
/// of Dispatch, which knows nothing of GLib. Three ways join them:
///
/// - CoreFoundation waits for a file descriptor from `_dispatch_get_main_queue_handle_4CF()`. GLib could also wait for
///   it. The function is exported, but private: only CoreFoundation may rely on it.
/// - Swift 6.3 has protocols for main executors, in its interface marked `@_spi(ExperimentalCustomExecutors)`.
/// - Foundation's `RunLoop` runs the main queue, and `run(mode:before:)` returns after each input. GLib documents the
///   functions that embed it in another loop: `g_main_context_prepare()` and `g_main_context_query()` return the
///   descriptors and the time to wait for (https://docs.gtk.org/glib/main-loop.html).
///
/// This loop takes the third way, because everything in it is public. The run loop waits. Dispatch watches GLib's file
/// descriptors, and the limit of the wait is GLib's next timeout. After each input, including each task of the main
/// actor, GLib does its pending work. So a task may call any function of GTK, which may prepare events without a file
/// descriptor becoming readable.
@MainActor
public final class MainLoop {
  /// A file descriptor, and the direction to wait for.
  private struct Watch: Hashable {
    let descriptor: Int32
    let writes: Bool
  }

  private let context = g_main_context_default()
  private var watches: [Watch: any DispatchSourceProtocol] = [:]
  private var descriptors = [GPollFD](repeating: GPollFD(), count: 16)
  /// The number of times that the loop has waited, to find a loop that never does.
  public private(set) var waits = 0

  /// The loop of the program.
  public static let current = MainLoop()

  private init() {}

  /// Runs the loop until a task ends.
  ///
  /// Call it on the program's first thread, outside of any task.
  ///
  /// - Parameter work: The task.
  /// - Returns: The result of the task.
  /// - Throws: The error of the task.
  public func run<Success: Sendable>(_ work: @escaping @MainActor () async throws -> Success) throws
    -> Success
  {
    var result: Result<Success, any Error>?
    Task {
      do {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
    }
    while true {
      if let result { return try result.get() }
      turn()
    }
  }

  /// Does GLib's pending work, and waits for the next input of GLib or Swift.
  private func turn() {
    let isBusy = g_main_context_iteration(context, 0) != 0
    let limit = isBusy ? .distantPast : prepare()
    if limit > .now { waits += 1 }
    _ = RunLoop.main.run(mode: .default, before: limit)
  }

  /// Watches GLib's file descriptors, and returns the latest time for GLib to continue.
  private func prepare() -> Date {
    guard g_main_context_acquire(context) != 0 else { return .distantPast }
    defer { g_main_context_release(context) }
    var (priority, milliseconds): (Int32, Int32) = (0, 0)
    let isReady = g_main_context_prepare(context, &priority) != 0
    var count = query(priority, &milliseconds)
    while count > descriptors.count {
      descriptors += [GPollFD](repeating: GPollFD(), count: count - descriptors.count)
      count = query(priority, &milliseconds)
    }
    watch(Set(descriptors.prefix(count).flatMap(Self.watches)))
    if isReady || milliseconds == 0 { return .distantPast }
    return milliseconds < 0 ? .distantFuture : Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
  }

  private func query(_ priority: Int32, _ milliseconds: inout Int32) -> Int {
    Int(g_main_context_query(context, priority, &milliseconds, &descriptors, Int32(descriptors.count)))
  }

  private static func watches(_ polled: GPollFD) -> [Watch] {
    let reads = Int32(polled.events) & ~Int32(G_IO_OUT.rawValue) != 0
    let writes = Int32(polled.events) & Int32(G_IO_OUT.rawValue) != 0
    return (reads ? [Watch(descriptor: polled.fd, writes: false)] : [])
      + (writes ? [Watch(descriptor: polled.fd, writes: true)] : [])
  }

  /// Watches these file descriptors, and no others.
  private func watch(_ wanted: Set<Watch>) {
    for (watch, source) in watches where !wanted.contains(watch) {
      source.cancel()
      watches[watch] = nil
    }
    for watch in wanted where watches[watch] == nil {
      let source: any DispatchSourceProtocol =
        watch.writes
        ? DispatchSource.makeWriteSource(fileDescriptor: watch.descriptor, queue: .main)
        : DispatchSource.makeReadSource(fileDescriptor: watch.descriptor, queue: .main)
      // The event itself ends the wait, and GLib reads the file.
      source.setEventHandler {}
      source.activate()
      watches[watch] = source
    }
  }
}
