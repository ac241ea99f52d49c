import WaymarkRuntime

/// The wrappers of instances that are shared while something retains them, each as long as something retains it.
final class SharedWrappers: Sendable {
  private struct Entry {
    weak var instance: AnyObject?
    weak var wrapper: AnyObject?
  }

  private let entries = Lock<[ObjectIdentifier: Entry]>([:])

  /// Returns the wrappers of a decorator in the registry that keeps what's inside.
  static func of(_ keeper: Registry, _ slot: Int) throws(RouteError) -> SharedWrappers {
    // Only this function publishes there.
    if let kept = keeper.kept(in: slot) { return knownDowncast(kept, to: SharedWrappers.self) }
    return knownDowncast(try keeper.keep(SharedWrappers(), in: slot), to: SharedWrappers.self)
  }

  /// Returns the wrapper of an instance; nil if there's none, or if one of the two isn't an object.
  func wrapper<Requested>(of instance: Requested, as type: Requested.Type) -> Requested? {
    guard let object = Self.object(instance) else { return nil }
    let wrapper = entries.withLock { entries -> AnyObject? in
      guard let entry = entries[ObjectIdentifier(object)], entry.instance === object else { return nil }
      return entry.wrapper
    }
    return wrapper as? Requested
  }

  /// Keeps the wrapper of an instance, as long as something else retains it.
  func keep<Requested>(_ wrapper: Requested, of instance: Requested) {
    guard let object = Self.object(instance), let wrapper = Self.object(wrapper) else { return }
    // An object that would be released here is released when the lock isn't held.
    var alive: [AnyObject] = []
    entries.withLock { entries in
      entries = entries.filter { _, entry in
        guard let wrapper = entry.wrapper else { return false }
        alive.append(wrapper)
        return true
      }
      entries[ObjectIdentifier(object)] = Entry(instance: object, wrapper: wrapper)
    }
    alive = []
  }

  private static func object<Value>(_ value: Value) -> AnyObject? {
    type(of: value as Any) is AnyObject.Type ? value as AnyObject : nil
  }
}
