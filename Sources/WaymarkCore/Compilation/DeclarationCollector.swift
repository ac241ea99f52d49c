/// Collects the declarations of one compilation, and applies those of the picked profiles.
struct DeclarationCollector {
  private(set) var routes = InlineList<Program.DeclaredRoute>()
  private(set) var adapters: [Program.DeclaredAdapter] = []
  private(set) var decorators: [Program.DeclaredDecorator] = []
  private(set) var replacements: [Program.DeclaredReplacement] = []
  private(set) var handlers: [any Handler] = []
  private(set) var provisions = ProvisionTable()
  private(set) var notes: [Diagnostic] = []
  private(set) var traits: Program.Traits = []
  private(set) var conflicts: [ProfileConflict] = []
  /// Whether a declaration belongs to a picked profile.
  private var hasProfile = false
  private let picked: [Profile]
  /// The registry that the declarations override, if any.
  private let overridden: Snapshot?
  /// The tokens and names that the picked profiles provide, and the tokens of the other profiles.
  private var inside: Set<TokenKey> = []
  private var names: Set<RouteName> = []
  private(set) var elsewhere: [TokenKey: Program.Elsewhere] = [:]
  private var ordinal = 0

  init(for picked: [Profile], overriding overridden: Snapshot? = nil) {
    self.picked = picked
    self.overridden = overridden
  }

  /// Adds a declaration, or only notes its tokens if it belongs to another profile.
  mutating func add(_ declaration: Routes.Declaration, _ origin: ModuleTraversal.Origin) {
    defer { ordinal += 1 }
    let condition = origin.condition
    let isInProfile = condition != nil
    if let condition, !condition.holds(for: picked) {
      switch declaration {
      case .route(let route): addElsewhere(route.tokens, at: route.location, in: condition.innermost)
      case .adapter(let adapter):
        addElsewhere([adapter.required], at: adapter.location, in: condition.innermost)
      default: break
      }
      return
    }
    hasProfile = hasProfile || isInProfile
    switch declaration {
    case .route(let declaration):
      let declaration = overridden.map { replacing(declaration, in: $0) } ?? declaration
      let route = Program.DeclaredRoute(
        ordinal: ordinal, declaration: declaration, module: origin.module, condition: condition)
      routes.append(route)
      traits.formUnion(declaration.traits)
      for binding in declaration.bindings { provisions.add(binding.token, .route(route)) }
      guard isInProfile else { return }
      inside.formUnion(declaration.tokens.map(\.key))
      names.formUnion(declaration.names)
    case .adapter(let declaration):
      let declaration =
        overridden.map { declaration.requiring(replacing(declaration.required, in: $0)) } ?? declaration
      let adapter = Program.DeclaredAdapter(
        ordinal: ordinal, declaration: declaration, module: origin.module, condition: condition)
      adapters.append(adapter)
      traits.insert(.adapters)
      provisions.add(declaration.required, .adapter(adapter))
      if isInProfile { inside.insert(declaration.required.key) }
    case .decorator(let declaration):
      decorators.append(
        Program.DeclaredDecorator(
          ordinal: ordinal, declaration: declaration, module: origin.module, condition: condition))
      traits.insert(.dependencies)
    case .replacement(let declaration):
      let declaration =
        overridden.map { declaration.with(replacing(declaration.token, in: $0)) } ?? declaration
      replacements.append(
        Program.DeclaredReplacement(ordinal: ordinal, declaration: declaration, condition: condition))
      traits.insert(.contributions)
    case .handler(let handler): handlers.append(handler)
    case .note(let note): notes.append(note)
    case .module, .discovered, .profile, .profiles: preconditionFailure("modules and profiles were traversed")
    }
  }

  /// Adds the tokens of a declaration in profiles that aren't picked.
  private mutating func addElsewhere(
    _ tokens: [TokenDescription], at location: DeclarationLocation, in profiles: [Profile]
  ) {
    // A request or a replacement can refer to a name by its type.
    for key in Set(tokens.flatMap { [$0.key, $0.unnamed.key] }) {
      let known = elsewhere[key]?.profiles ?? []
      elsewhere[key, default: Program.Elsewhere(profiles: [], location: location)].profiles =
        known + profiles.filter { !known.contains($0) }
    }
  }

  /// Returns the route with its unnamed tokens replaced by the only names of their types in the base.
  private func replacing(_ declaration: RouteDeclaration, in base: Snapshot) -> RouteDeclaration {
    guard base.layer.hasNames else { return declaration }
    return declaration.replacing { replacing($0, in: base) }
  }

  /// Returns an unnamed token replaced by the only name of its type in the base.
  private func replacing(_ token: TokenDescription, in base: Snapshot) -> TokenDescription {
    (token.role.isCollection
      ? base.layer.collection(for: token)?.token : base.layer.provider(for: token.key)?.token)
      ?? token
  }

  // MARK: - Profiles

  /// Finds the conflicts between the picked profiles, and keeps the first declaration of each.
  mutating func findConflicts() {
    guard picked.count > 1 else { return }
    var owners: [ProvidedItem: ProfileConflict.Side] = [:]
    func isTaken(_ item: ProvidedItem, by side: ProfileConflict.Side) -> Bool {
      guard let owner = owners[item] else {
        owners[item] = side
        return false
      }
      guard owner.condition.isDisjoint(with: side.condition, among: picked) else { return false }
      conflicts.append(ProfileConflict(subject: item.text, first: owner, second: side))
      return true
    }
    routes = InlineList(
      routes.compactMap { route in
        guard let condition = route.condition else { return route }
        let declaration = route.declaration
        let side = ProfileConflict.Side(
          ordinal: route.ordinal, text: Diagnostic.route(declaration), location: declaration.location,
          condition: condition)
        let bindings = declaration.bindings.filter { !isTaken(.token($0.token), by: side) }
        let names = Set(declaration.names.filter { isTaken(.name($0), by: side) })
        guard bindings.count < declaration.bindings.count || !names.isEmpty else { return route }
        guard !bindings.isEmpty || names.count < declaration.names.count || !declaration.contributions.isEmpty
        else { return nil }
        return Program.DeclaredRoute(
          ordinal: route.ordinal,
          declaration: RouteDeclaration(declaration, bindings: InlineList(bindings), without: names),
          module: route.module, condition: condition, isTrimmed: true)
      })
    adapters.removeAll { adapter in
      guard let condition = adapter.condition else { return false }
      let declaration = adapter.declaration
      let side = ProfileConflict.Side(
        ordinal: adapter.ordinal, text: Diagnostic.adapter(declaration), location: declaration.location,
        condition: condition)
      return isTaken(.token(declaration.required), by: side)
    }
  }

  /// An item that at most one declaration provides.
  private enum ProvidedItem: Hashable {
    case token(TokenDescription)
    case name(RouteName)

    var text: String {
      switch self {
      case .token(let token): "\(token)"
      case .name(let name): name.declaration
      }
    }
  }

  /// Removes the tokens and names that the profile replaces.
  ///
  /// - Parameter collections: The collections, with the contributions that the profile replaces.
  /// - Returns: The profile's routes that replace nothing and provide nothing that another profile provides.
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
    provisions = ProvisionTable()
    var next = 0
    for route in routes {
      while next < adapters.count, adapters[next].ordinal < route.ordinal {
        provisions.add(adapters[next].declaration.required, .adapter(adapters[next]))
        next += 1
      }
      for binding in route.declaration.bindings { provisions.add(binding.token, .route(route)) }
    }
    for adapter in adapters[next...] { provisions.add(adapter.declaration.required, .adapter(adapter)) }
    return Array(unmatched)
  }

  /// Replaces the profile's unnamed tokens by the only names that other declarations provide for their types.
  mutating func nameReplacements() {
    guard hasProfile else { return }
    let outside =
      routes.filter { !$0.isInProfile }.flatMap {
        $0.declaration.tokens + $0.declaration.contributions.map(\.token)
      }
      + adapters.filter { !$0.isInProfile }.map(\.declaration.required)
    guard outside.contains(where: \.isNamed) else { return }
    var names: [TokenKey: [TokenDescription]] = [:]
    for token in outside where !names[token.unnamed.key, default: []].contains(token) {
      names[token.unnamed.key, default: []].append(token)
    }
    func replaced(by token: TokenDescription) -> TokenDescription {
      guard !token.isNamed, let names = names[token.key], names.count == 1 else { return token }
      return names[0]
    }
    routes = InlineList(
      routes.map { route in
        guard route.isInProfile else { return route }
        var route = route
        route.declaration = route.declaration.replacing(replaced)
        inside.formUnion(route.declaration.tokens.map(\.key))
        return route
      })
    adapters = adapters.map { adapter in
      guard adapter.isInProfile else { return adapter }
      var adapter = adapter
      adapter.declaration = adapter.declaration.requiring(replaced(by: adapter.declaration.required))
      inside.insert(adapter.declaration.required.key)
      return adapter
    }
    replacements = replacements.map { replacement in
      guard replacement.isInProfile else { return replacement }
      var replacement = replacement
      replacement.declaration = replacement.declaration.with(replaced(by: replacement.declaration.token))
      return replacement
    }
  }

  /// Returns the rest of a route, or nil if nothing remains.
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
