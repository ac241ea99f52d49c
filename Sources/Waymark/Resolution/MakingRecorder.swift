import WaymarkRuntime

/// Remembers what a registry makes, without keeping it.
package final class MakingRecorder: RegistryRecorder, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): what changes is under a lock.

  /// An object that was made.
  package struct Made {
    package private(set) weak var object: AnyObject?
    /// The name of its type.
    package let type: String
    /// Where the route is declared.
    package let location: DeclarationLocation
  }

  private struct State {
    var made: [Made] = []
    var routes: Set<ObjectIdentifier> = []
    var hasChildren = false
  }

  private let parent: MakingRecorder?
  private let state = Lock(State())

  /// Creates a recorder.
  ///
  /// - Parameter parent: Another one that hears the same.
  package init(parent: MakingRecorder?) {
    self.parent = parent
    super.init()
    parent?.state.withLock { $0.hasChildren = true }
  }

  /// Whether another one passes on what it hears.
  package var hasChildren: Bool { state.withLock(\.hasChildren) }

  override func made(_ destination: Any, by route: CompiledRoute) {
    remember(
      type(of: destination) is AnyObject.Type ? destination as AnyObject : nil,
      TypeName.of(type(of: destination)), by: route)
  }

  private func remember(_ object: AnyObject?, _ type: String, by route: CompiledRoute) {
    state.withLock { state in
      state.routes.insert(ObjectIdentifier(route))
      guard let object else { return }
      // An object that is gone needs no place any more: a test may make millions.
      if state.made.count > 1_000, state.made.count.nonzeroBitCount == 1 {
        state.made.removeAll { $0.object == nil }
      }
      state.made.append(Made(object: object, type: type, location: route.declaration.location))
    }
    parent?.remember(object, type, by: route)
  }

  /// The objects that still exist, in the order in which they were made, each once.
  package var alive: [Made] {
    let all = state.withLock(\.made)
    var seen: Set<ObjectIdentifier> = []
    return all.filter { made in made.object.map { seen.insert(ObjectIdentifier($0)).inserted } ?? false }
  }

  /// The routes of a registry, beyond those of its base, that have made nothing.
  package func unusedRoutes(of registry: Registry, addedTo base: Registry) -> [RouteDescription] {
    let old = Set(base.layer.routes.map { ObjectIdentifier($0) })
    let used = state.withLock(\.routes)
    return registry.layer.routes.filter { route in
      let identity = ObjectIdentifier(route)
      return !old.contains(identity) && !used.contains(identity)
    }.compactMap { registry.description(of: $0) }
  }
}

extension Registry {
  /// The recorder of a test's registry.
  package var makingRecorder: MakingRecorder? { recorder as? MakingRecorder }

  /// Releases the singletons of a registry that is recorded.
  package func releaseInstances() { instances.removeAll() }
}
