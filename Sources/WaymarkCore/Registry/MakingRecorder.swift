import WaymarkRuntime

/// Records a registry's requests and the instances it creates, for a dry run or a test.
package class RegistryRecorder: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): this class has no properties, and each subclass explains why its own are safe. The
  // compiler doesn't check that for a class that isn't final.

  package init() {}

  /// Receives the token of each request.
  func asked(for token: TokenDescription) {}

  /// Receives each route and decorator that a request reaches, even if the request then fails.
  func used(_ declaration: AnyObject) {}

  /// Receives each new instance and its route.
  func made(_ destination: Any, by route: CompiledRoute) {}
}

/// Records the objects that a registry creates, without retaining them.
package final class MakingRecorder: RegistryRecorder, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): a lock protects all mutable state.

  package struct Made {
    package private(set) weak var object: AnyObject?
    private let dynamicType: Any.Type
    package let location: DeclarationLocation

    init(_ object: AnyObject, _ location: DeclarationLocation) {
      self.object = object
      dynamicType = Swift.type(of: object)
      self.location = location
    }

    package var type: String { TypeName.of(dynamicType) }
  }

  private struct Derived { weak var registry: Registry? }

  private struct State {
    var made: [Made] = []
    /// The identities of the used routes and decorators.
    var used: Set<ObjectIdentifier> = []
    var hasChildren = false
    /// The registries that the test has derived from its own.
    var derived: [Derived] = []
  }

  private let parent: MakingRecorder?
  private let state = Lock(State())

  /// Creates a recorder with a parent that also records its objects, if any.
  package init(parent: MakingRecorder?) {
    self.parent = parent
    super.init()
    parent?.state.withLock { $0.hasChildren = true }
  }

  package var hasChildren: Bool { state.withLock { $0.hasChildren } }

  /// Adds a derived registry, to release its instances with the ones of the test's registry.
  package func add(_ derived: Registry) {
    state.withLock { $0.derived.append(Derived(registry: derived)) }
  }

  /// Returns whether a registry belongs to one that the test has derived.
  func hasDerived(_ registry: Registry) -> Bool {
    state.withLock { $0.derived.compactMap(\.registry) }.contains { $0.root.isSame(as: registry.root) }
  }

  /// Removes the derived registries that still exist, and returns them.
  func takeDerived() -> [Registry] {
    let derived = state.withLock { state in
      defer { state.derived = [] }
      return state.derived
    }
    return derived.compactMap(\.registry)
  }

  override func made(_ destination: Any, by route: CompiledRoute) {
    parent?.made(destination, by: route)
    guard type(of: destination) is AnyObject.Type else { return }
    let made = Made(destination as AnyObject, route.declaration.location)
    let alive = state.withLock { state in
      var alive: [AnyObject] = []
      // Remove released objects now and then, because a test can create millions.
      if state.made.count > 1_000, state.made.count.nonzeroBitCount == 1 {
        state.made.removeAll {
          guard let object = $0.object else { return true }
          alive.append(object)
          return false
        }
      }
      state.made.append(made)
      return alive
    }
    // Another thread can have released an object meanwhile. Its `deinit` must not run while the lock is held.
    withExtendedLifetime(alive) {}
  }

  override func used(_ declaration: AnyObject) {
    state.withLock { _ = $0.used.insert(ObjectIdentifier(declaration)) }
    parent?.used(declaration)
  }

  /// The existing objects, in the order of their creation, each once.
  package var alive: [Made] {
    let all = state.withLock { $0.made }
    var seen: Set<ObjectIdentifier> = []
    return all.filter { made in made.object.map { seen.insert(ObjectIdentifier($0)).inserted } ?? false }
  }

  /// Returns a sentence for each route, and then for each decorator, that a registry adds to its base but never uses.
  package func unusedDeclarations(of registry: Registry, addedTo base: Registry) -> [String] {
    let used = state.withLock { $0.used }
    var (routes, decorators): ([String], [String]) = ([], [])
    for declaration in registry.image.declarations(addedTo: base.image)
    where !used.contains(declaration.identity) {
      switch declaration {
      case .route(let route):
        let route = route.declaration
        // Several routes may create the same type, such as a string, each for another name.
        let names = route.tokens.filter { $0.isNamed && route.overridden == nil }
        let list = names.isEmpty ? "" : " of \(names.map(\.description).joined(separator: " and "))"
        routes.append("\(route.text)\(list) is overridden at \(route.location)")
      case .decorator(let decorator):
        let decorator = decorator.declaration
        decorators.append("\(decorator.description) is added at \(decorator.location)")
      case .adapter: continue
      }
    }
    return routes + decorators
  }
}

extension Registry {
  /// The recorder of a test's registry, if any.
  package var makingRecorder: MakingRecorder? { recorder as? MakingRecorder }
}
