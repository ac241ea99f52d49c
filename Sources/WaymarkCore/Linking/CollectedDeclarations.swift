/// Declarations to link in one step.
struct LinkedPart {
  var routes: [Linked.Route] = []
  var adapters: [Declared<Adapter>] = []
  var decorators: [Declared<DecoratorDeclaration>] = []
  var replacements: [Declared<Replaces>] = []

  var isEmpty: Bool { routes.isEmpty && adapters.isEmpty && decorators.isEmpty && replacements.isEmpty }

  /// Calls closures with each route and each adapter, in the order of their declaration.
  func forEach(
    route visitRoute: (Linked.Route) -> Void, adapter visitAdapter: (Declared<Adapter>) -> Void
  ) {
    var next = adapters[...]
    for route in routes {
      while let adapter = next.first, adapter.ordinal < route.ordinal { visitAdapter(next.removeFirst()) }
      visitRoute(route)
    }
    next.forEach(visitAdapter)
  }
}

/// The declarations of one registry, before they're linked.
struct CollectedDeclarations {
  /// The declarations outside of profiles, and then those of the picked profiles.
  private var parts = [LinkedPart(), LinkedPart()]
  private(set) var elsewhere: [TokenDescription: Linked.Elsewhere] = [:]
  private(set) var handlers: [any Handler] = []
  private(set) var notes: [Diagnostic] = []
  private(set) var traits: Linked.Traits = []
  /// The number of conformances to check.
  private(set) var queryCount = 0
  private var ordinal = 0

  var outside: LinkedPart { parts[0] }
  var inside: LinkedPart { parts[1] }

  /// Adds a declaration, or only notes its tokens if it belongs to another profile.
  mutating func add(
    _ declaration: Routes.Declaration, _ origin: ModuleTraversal.Origin, _ picked: [Profile]
  ) {
    defer { ordinal += 1 }
    guard let condition = origin.condition else { return add(declaration, origin, to: 0) }
    guard !condition.holds(for: picked) else { return add(declaration, origin, to: 1) }
    switch declaration {
    case .route(let route): addElsewhere(route.tokens, at: route.location, in: condition.innermost)
    case .adapter(let adapter):
      addElsewhere([adapter.required], at: adapter.location, in: condition.innermost)
    default: break
    }
  }

  private mutating func add(
    _ declaration: Routes.Declaration, _ origin: ModuleTraversal.Origin, to part: Int
  ) {
    func declared<Value>(_ declaration: Value) -> Declared<Value> {
      Declared(
        ordinal: ordinal, declaration: declaration, module: origin.module, condition: origin.condition)
    }
    switch declaration {
    case .route(let route):
      parts[part].routes.append(declared(route))
      traits.formUnion(route.traits)
      queryCount += route.bindings.count { $0.isPlain } + route.contributions.count
    case .adapter(let adapter):
      parts[part].adapters.append(declared(adapter))
      if adapter.isPlain { queryCount += 1 }
    case .decorator(let decorator):
      parts[part].decorators.append(declared(decorator))
      traits.insert(.dependencies)
    case .replacement(let replacement):
      parts[part].replacements.append(declared(replacement))
    case .handler(let handler): handlers.append(handler)
    case .note(let note): notes.append(note)
    case .module, .profile: preconditionFailure("modules and profiles were traversed")
    }
  }

  /// Adds the tokens of a declaration in profiles that aren't picked.
  private mutating func addElsewhere(
    _ tokens: [TokenDescription], at location: DeclarationLocation, in profiles: [Profile]
  ) {
    // A request or a replacement can refer to a name by its type.
    for token in Set(tokens.flatMap { [$0, $0.unnamed] }) {
      let known = elsewhere[token]?.profiles ?? []
      elsewhere[token, default: Linked.Elsewhere(profiles: [], location: location)].profiles =
        known + profiles.filter { !known.contains($0) }
    }
  }
}
