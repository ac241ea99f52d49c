import WaymarkRuntime

/// The wrappers of instances that are shared while something retains them, each as long as something retains it.
final class SharedWrappers: Sendable {
  private struct Entry {
    weak var instance: AnyObject?
    weak var wrapper: AnyObject?
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which those of released wrappers are removed.
    var limit = State.smallestLimit

    static let smallestLimit = 16
  }

  private let state = Lock(State())

  /// Returns the wrappers of a decorator in the registry that keeps what's inside.
  static func of(_ keeper: Registry, _ slot: Int) throws(RouteError) -> SharedWrappers {
    // Only this function publishes there.
    if let kept = keeper.kept(in: slot) { return knownDowncast(kept, to: SharedWrappers.self) }
    return knownDowncast(try keeper.keep(SharedWrappers(), in: slot), to: SharedWrappers.self)
  }

  /// Returns the wrapper of an instance; nil if there's none, or if one of the two isn't an object.
  func wrapper<Requested>(of instance: Requested, as type: Requested.Type) -> Requested? {
    guard let object = Self.object(instance) else { return nil }
    let wrapper = state.withLock { state -> AnyObject? in
      guard let entry = state.entries[ObjectIdentifier(object)], entry.instance === object else { return nil }
      return entry.wrapper
    }
    return wrapper as? Requested
  }

  /// The number of entries, of which at most half and a few more are those of released wrappers.
  var count: Int { state.withLock(\.entries.count) }

  /// Keeps the wrapper of an instance, as long as something else retains it.
  ///
  /// Whenever the entries have doubled, those of released wrappers are removed, so that a call examines two on average.
  ///
  /// - Returns: The number of entries that were examined.
  @discardableResult
  func keep<Requested>(_ wrapper: Requested, of instance: Requested) -> Int {
    guard let object = Self.object(instance), let wrapper = Self.object(wrapper) else { return 0 }
    // An object that would be released here is released when the lock isn't held.
    var alive: [AnyObject] = []
    defer { withExtendedLifetime(alive) {} }
    return state.withLock { state in
      state.entries[ObjectIdentifier(object)] = Entry(instance: object, wrapper: wrapper)
      let examined = state.entries.count
      guard examined >= state.limit else { return 0 }
      state.entries = state.entries.filter { _, entry in
        guard let wrapper = entry.wrapper else { return false }
        alive.append(wrapper)
        return true
      }
      state.limit = max(2 * state.entries.count, State.smallestLimit)
      return examined
    }
  }

  private static func object<Value>(_ value: Value) -> AnyObject? {
    type(of: value as Any) is AnyObject.Type ? value as AnyObject : nil
  }
}
