/// Collects the declarations that are compiled together, and applies those of a profile.
struct DeclarationCollector {
  private(set) var routes = InlineList<Program.DeclaredRoute>()
  private(set) var adapters: [Program.DeclaredAdapter] = []
  private(set) var decorators: [Program.DeclaredDecorator] = []
  private(set) var replacements: [Program.DeclaredReplacement] = []
  private(set) var handlers: [any Handler] = []
  private(set) var claims = ClaimTable()
  private(set) var notes: [Diagnostic] = []
  private(set) var traits: Program.Traits = []
  /// All profiles, in the order of their first declaration.
  private(set) var profiles: [Profile] = []
  /// What the profile that's compiled provides, and what the others provide.
  private var inside: Set<TokenKey> = []
  private var names: Set<RouteName> = []
  private(set) var elsewhere: [TokenKey: Program.Elsewhere] = [:]
  private var ordinal = 0

  /// Adds a declaration; those of other profiles are only remembered.
  mutating func add(
    _ declaration: Routes.Declaration, _ origin: ModuleTraversal.Origin, _ profile: Profile?
  ) {
    defer { ordinal += 1 }
    let isInProfile = origin.profile != nil
    if let own = origin.profile {
      if !profiles.contains(own) { profiles.append(own) }
      guard own == profile else {
        guard case .route(let declaration) = declaration else { return }
        for token in declaration.tokens where elsewhere[token.key] == nil {
          elsewhere[token.key] = Program.Elsewhere(profile: own, location: declaration.location)
        }
        return
      }
    }
    switch declaration {
    case .route(let declaration):
      let route = Program.DeclaredRoute(
        ordinal: ordinal, declaration: declaration, module: origin.module, isInProfile: isInProfile)
      routes.append(route)
      traits.formUnion(declaration.traits)
      for binding in declaration.bindings { claims.add(binding.token, .route(route)) }
      guard isInProfile else { return }
      inside.formUnion(declaration.tokens.map(\.key))
      names.formUnion(declaration.names)
    case .adapter(let declaration):
      let adapter = Program.DeclaredAdapter(
        ordinal: ordinal, declaration: declaration, module: origin.module, isInProfile: isInProfile)
      adapters.append(adapter)
      traits.insert(.adapters)
      claims.add(declaration.required, .adapter(adapter))
      if isInProfile { inside.insert(declaration.required.key) }
    case .decorator(let declaration):
      decorators.append(
        Program.DeclaredDecorator(
          ordinal: ordinal, declaration: declaration, module: origin.module, isInProfile: isInProfile))
      traits.insert(.dependencies)
    case .replacement(let declaration):
      replacements.append(
        Program.DeclaredReplacement(ordinal: ordinal, declaration: declaration, isInProfile: isInProfile))
      traits.insert(.contributions)
    case .handler(let handler): handlers.append(handler)
    case .note(let note): notes.append(note)
    case .module, .discovered, .profile: preconditionFailure("modules and profiles were traversed")
    }
  }

  // MARK: - Profiles

  /// Removes what the profile replaces.
  ///
  /// - Parameter collections: The collections, with the contributions that the profile replaces.
  /// - Returns: The routes of the profile that replace nothing, and provide what no other profile does.
  mutating func replaceByProfile(_ collections: [CollectionPlan]) -> [Program.DeclaredRoute] {
    guard !inside.isEmpty || !names.isEmpty || collections.contains(where: \.hasReplacedByProfile) else {
      return []
    }
    let contributing = Set(collections.flatMap(\.ordinals))
    var outside: Set<TokenKey> = []
    for route in routes where !route.isInProfile { outside.formUnion(route.declaration.tokens.map(\.key)) }
    for adapter in adapters where !adapter.isInProfile { outside.insert(adapter.declaration.required.key) }
    let unmatched = routes.filter { route in
      let declaration = route.declaration
      return route.isInProfile && !declaration.bindings.isEmpty && declaration.names.isEmpty
        && declaration.contributions.isEmpty && !declaration.isEntryPoint
        && !declaration.tokens.contains { outside.contains($0.key) || elsewhere[$0.key] != nil }
    }
    routes = InlineList(routes.compactMap { remaining($0, contributing) })
    adapters.removeAll { !$0.isInProfile && inside.contains($0.declaration.required.key) }
    claims = ClaimTable()
    var next = 0
    for route in routes {
      while next < adapters.count, adapters[next].ordinal < route.ordinal {
        claims.add(adapters[next].declaration.required, .adapter(adapters[next]))
        next += 1
      }
      for binding in route.declaration.bindings { claims.add(binding.token, .route(route)) }
    }
    for adapter in adapters[next...] { claims.add(adapter.declaration.required, .adapter(adapter)) }
    return Array(unmatched)
  }

  /// Returns what remains of a route; nil if nothing does.
  private func remaining(
    _ route: Program.DeclaredRoute, _ contributing: Set<Int>
  ) -> Program.DeclaredRoute? {
    let declaration = route.declaration
    guard !route.isInProfile,
      !declaration.bindings.isEmpty || !declaration.names.isEmpty
        || !declaration.contributions.isEmpty
    else { return route }
    let bindings = declaration.bindings.filter { !inside.contains($0.token.key) }
    let hasNames = declaration.names.contains { !names.contains($0) }
    guard !bindings.isEmpty || hasNames || contributing.contains(route.ordinal) else { return nil }
    guard bindings.count < declaration.bindings.count || declaration.names.contains(where: names.contains)
    else { return route }
    return Program.DeclaredRoute(
      ordinal: route.ordinal,
      declaration: RouteDeclaration(declaration, bindings: InlineList(bindings), without: names),
      module: route.module, isTrimmed: true)
  }
}
