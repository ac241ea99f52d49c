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

  /// Returns the wrapper of an instance, as the type of the instance; nil if there's none, or if one of the two isn't an
  /// object.
  func wrapper(of instance: ValueBox) -> ValueBox? {
    guard let object = instance.object else { return nil }
    let wrapper = state.withLock { state -> AnyObject? in
      guard let entry = state.entries[ObjectIdentifier(object)], entry.instance === object else { return nil }
      return entry.wrapper
    }
    return wrapper.flatMap { ValueBox($0).cast(to: instance.type) }
  }

  /// The number of entries, of which at most half and a few more are those of released wrappers.
  var count: Int { state.withLock(\.entries.count) }

  /// Keeps the wrapper of an instance, as long as something else retains it.
  ///
  /// Whenever the entries have doubled, those of released wrappers are removed, so that a call examines two on average.
  ///
  /// - Returns: The number of entries that were examined.
  @discardableResult
  func keep(_ wrapper: ValueBox, of instance: ValueBox) -> Int {
    guard let object = instance.object, let wrapper = wrapper.object else { return 0 }
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
}
