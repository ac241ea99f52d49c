import WaymarkRuntime

/// The declarations that are compiled together, and the registry that they're added to: the input of the
/// rules.
///
/// It's a class because all rules read the same program, and copying its fields for each rule costs more than
/// most rules do.
package final class Program {
  /// The relation of the declarations to the base.
  package enum Mode {
    case new
    case extending
    case overriding
  }

  package struct DeclaredRoute {
    /// The position among all declarations, counted from 0.
    package let ordinal: Int
    package var declaration: RouteDeclaration
    /// The module that declares it; nil in the registry's own block.
    let module: Any.Type?
    /// The profiles that it belongs to, one of which is picked; nil outside of ``When``.
    var condition: ProfileCondition?
    /// Whether the profile replaces a part of what it provides.
    var isTrimmed = false

    var isInProfile: Bool { condition != nil }
  }

  struct DeclaredAdapter {
    /// The position among all declarations, counted from 0.
    let ordinal: Int
    var declaration: AdapterDeclaration
    /// The module that declares it; nil in the registry's own block.
    let module: Any.Type?
    /// The profiles that it belongs to, one of which is picked; nil outside of ``When``.
    var condition: ProfileCondition?

    var isInProfile: Bool { condition != nil }
  }

  struct DeclaredDecorator {
    /// The position among all declarations, counted from 0.
    let ordinal: Int
    var declaration: DecoratorDeclaration
    /// The module that declares it; nil in the registry's own block.
    let module: Any.Type?
    /// The profiles that it belongs to, one of which is picked; nil outside of ``When``.
    let condition: ProfileCondition?

    var isInProfile: Bool { condition != nil }
  }

  struct DeclaredReplacement {
    /// The position among all declarations, counted from 0.
    let ordinal: Int
    let declaration: ReplacementDeclaration
    /// The profiles that it belongs to, one of which is picked; nil outside of ``When``.
    let condition: ProfileCondition?

    var isInProfile: Bool { condition != nil }
  }

  /// The features that the declarations use, so that rules about others don't have to examine them.
  struct Traits: OptionSet {
    let rawValue: Int

    static let adapters = Self(rawValue: 1 << 0)
    /// Routes that provide no token, several tokens, or one more than once.
    static let unusualBindings = Self(rawValue: 1 << 1)
    /// Destinations or configurations that are provided without a closure.
    static let plainBindings = Self(rawValue: 1 << 2)
    static let exclusive = Self(rawValue: 1 << 3)
    /// Identifiers, requirements, suppressions, and entries of later stages.
    static let details = Self(rawValue: 1 << 4)
    static let features = Self(rawValue: 1 << 5)
    static let suppressions = Self(rawValue: 1 << 6)
    static let parameters = Self(rawValue: 1 << 7)
    static let dependencies = Self(rawValue: 1 << 8)
    static let open = Self(rawValue: 1 << 9)
    static let contributions = Self(rawValue: 1 << 10)
    /// Instances that are started or stopped.
    static let lifecycles = Self(rawValue: 1 << 11)
  }

  /// A route of other profiles than those that are picked.
  struct Elsewhere {
    let profiles: [Profile]
    let location: DeclarationLocation
  }

  package let mode: Mode
  package let base: Snapshot?
  /// Whether dependencies that are resolved later may still be missing.
  let stage: Registry.Stage
  /// The profiles for which the registry is created, and those that the declarations and the base name.
  let profiles: PickedProfiles
  /// The profiles that have declarations of their own, in the order of their first declaration.
  let varyingProfiles: [Profile]
  /// The conflicts between the picked profiles.
  let conflicts: [ProfileConflict]
  /// What routes of other profiles provide, each with the first of them.
  let elsewhere: [TokenKey: Elsewhere]
  /// The isolation of a module that's compiled alone; nil for any other program.
  let isolation: Isolation?
  /// Whether a module is compiled alone, so that its dependencies may be missing.
  var isIsolated: Bool { isolation != nil }
  package let routes: InlineList<DeclaredRoute>
  private(set) var adapters: [DeclaredAdapter]
  private(set) var decorators: [DeclaredDecorator]
  let replacements: [DeclaredReplacement]
  /// The collections to which the declarations contribute, or whose contributions they replace.
  let collections: [CollectionPlan]
  /// The routes of the profile that replace nothing, and provide what no other profile does.
  let unmatched: [DeclaredRoute]
  let handlers: [any Handler]
  /// The diagnostics of discovery.
  let notes: [Diagnostic]
  /// The modules, whose own rules are run at the end.
  let modules: [any RouteModule]
  let traits: Traits
  let claims: ClaimTable
  /// The tokens with names that the declarations provide, by the keys of their types.
  let ownNames: [TokenKey: [TokenDescription]]

  /// The routes as a graph.
  private(set) lazy var network = RouteNetwork(self)
  /// The data that the rules about URLs share, computed when the first of them needs it.
  package var patternIndex: LazyPart?
  /// The index of the program's conformances; nil if there are too few checks to make it worthwhile.
  ///
  /// Building it costs about as much as ten checks without it.
  private(set) lazy var conformances: ConformanceIndex? = {
    let questions = routes.reduce(0) { count, route in
      count + route.declaration.bindings.count { $0.isPlain } + route.declaration.contributions.count
    }
    return questions > 10 ? ConformanceIndex.program : nil
  }()

  init(
    _ declared: Routes, mode: Mode, base: Snapshot?, stage: Registry.Stage = .complete,
    profiles: PickedProfiles = PickedProfiles(), isolation: Isolation? = nil
  ) {
    self.mode = mode
    self.base = base
    self.stage = stage
    self.isolation = isolation
    var collector = DeclarationCollector(for: profiles.picked, overriding: mode == .overriding ? base : nil)
    let traversal = ModuleTraversal.run(
      declared, for: profiles.picked, extending: mode == .extending ? base : nil
    ) { declaration, origin in
      collector.add(declaration, origin)
    }
    modules = traversal.modules
    varyingProfiles = traversal.profiles
    self.profiles = profiles.adding(traversal.knownProfiles)
    collector.findConflicts()
    conflicts = collector.conflicts
    // What's contributed is planned with the routes that a profile replaces, because these have the positions.
    collections = CollectionPlan.all(
      of: collector.routes, collector.replacements, collector.traits, mode, base)
    unmatched = collector.replaceByProfile(collections)
    routes = collector.routes
    ownNames = Self.names(collector.claims, collections)
    adapters = collector.adapters
    // Those of the profile are the outermost.
    decorators =
      collector.decorators.filter { !$0.isInProfile }
      + collector.decorators.filter(\.isInProfile)
    replacements = collector.replacements
    handlers = collector.handlers
    notes = collector.notes
    elsewhere = collector.elsewhere
    claims = collector.claims
    var traits = collector.traits
    if decorators.isEmpty, let base, base.layer.hasDecorators(ofAny: claims.first.lazy.map(\.token.key)) {
      traits.insert(.dependencies)
    }
    self.traits = traits
    guard hasNames else { return }
    // From here on, adapters and decorators refer to the only name of a type.
    adapters = adapters.map { adapter in
      var adapter = adapter
      adapter.declaration = adapter.declaration.adapting(meant(by: adapter.declaration.provided))
      return adapter
    }
    decorators = decorators.map { decorator in
      var decorator = decorator
      decorator.declaration = decorator.declaration.decorating(meant(by: decorator.declaration.token))
      return decorator
    }
  }

  // MARK: - Questions

  /// Returns whether this program or its base provides a token, or for one of a collection, contributes to it.
  func provides(_ token: TokenDescription) -> Bool {
    let key = meant(by: token).key
    // The base's only provider of a type isn't the only one if this program has another name.
    return claims[key] != nil || (base?.layer.provider(for: key) != nil && ambiguity(of: token) == nil)
      || !contributors(to: key).isEmpty
  }

  /// Returns the tokens of all roles in which a type is provided, with the locations of their declarations.
  func provisions(of type: Any.Type) -> [(token: TokenDescription, location: DeclarationLocation)] {
    let tokens = TokenRole.allCases.flatMap { role -> [TokenDescription] in
      let token = TokenDescription(type, role)
      let names = hasNames ? names(of: token) : []
      return names.isEmpty || providesExactly(token) ? [token] + names : names
    }
    return tokens.compactMap { token in
      if let claim = claims[token.key] { return (token, claim.location) }
      if token.role.isCollection { return contributors(to: token.key).first.map { (token, $0.location) } }
      return base?.layer.provider(for: token.key).map { (token, $0.route.declaration.location) }
    }
  }

  /// Returns suggestions for a token that nothing provides.
  ///
  /// They are the same type in another role, a protocol with a similar name, and a destination that could be
  /// provided as the type. The search examines all declarations, so it's only used for an error.
  func provisions(near token: TokenDescription) -> Near {
    let similar = NearMiss.of(token, among: claims.first.map(\.token) + (base?.layer.allTokens ?? []))
    let fitting = (routes.map(\.declaration) + (base?.layer.routes ?? []).map(\.declaration)).first {
      declaration in
      let type = token.role.isModule ? declaration.configuration?.type : declaration.destination
      guard declaration.kind == token.role.kind, let type else { return false }
      return Conformance.check(type, as: token.type) == .conforms
    }
    return Near(
      roles: provisions(of: token.type), similar: similar, fitting: fitting,
      modules: modules(providing: token))
  }

  /// The suggestions for a token that nothing provides.
  struct Near {
    let roles: [(token: TokenDescription, location: DeclarationLocation)]
    let similar: TokenDescription?
    let fitting: RouteDeclaration?
    /// The names of the program's modules that provide the token and aren't listed.
    let modules: [String]
  }

  /// The route at the end of a chain of adapters.
  struct Target {
    let route: RouteDeclaration
    /// Whether the result comes from a closure of the route or of an adapter in the chain.
    let isConverted: Bool
  }

  /// The declaration that provides a token.
  enum Source {
    case route(RouteDeclaration)
    case adapter(AdapterDeclaration)
  }

  /// Returns the declaration of this program or its base that provides a token; nil if there's none.
  func source(of token: TokenDescription) -> Source? {
    let key = meant(by: token).key
    return switch claims[key]?.source {
    case .route(let declared): .route(declared.declaration)
    case .adapter(let declared): .adapter(declared.declaration)
    case nil:
      base?.layer.provider(for: key)?.undecorated.source
    }
  }

  /// Returns the route that provides a token, directly or through adapters of this program and its base.
  ///
  /// - Returns: The route; nil if an adapter has no target or is part of a cycle, which other rules report.
  func target(of token: TokenDescription) -> Target? {
    var token = meant(by: token)
    var isConverted = false
    // The tokens of the adapters that were followed: none for most tokens.
    var followed: [TokenKey] = []
    while !followed.contains(token.key), let source = source(of: token) {
      isConverted = isConverted || isDecorated(token.key)
      switch source {
      case .adapter(let adapter):
        isConverted = isConverted || !adapter.isPlain
        followed.append(token.key)
        token = meant(by: adapter.provided)
      case .route(let route):
        let binding = route.bindings.first { $0.token == token }
        return Target(route: route, isConverted: isConverted || binding.map { !$0.isPlain } ?? false)
      }
    }
    return nil
  }
}

extension RouteDeclaration {
  /// Whether the declaration has one token, and only features that no rule needs to examine.
  var isSimple: Bool {
    !hasDetails && bindings.count == 1 && !isExclusive && !hasLifecycle && configuration == nil
      && !hasDependencies
  }

  /// The features that the declaration uses.
  var traits: Program.Traits {
    var traits: Program.Traits = []
    if bindings.count != 1 { traits.insert(.unusualBindings) }
    if bindings.contains(where: { $0.isPlain }) { traits.insert(.plainBindings) }
    if isExclusive { traits.insert(.exclusive) }
    if hasDetails { traits.insert(.details) }
    if hasFeatures { traits.insert(.features) }
    if !accepted.isEmpty { traits.insert(.suppressions) }
    if !parameters.isEmpty { traits.insert(.parameters) }
    if hasDependencies { traits.insert(.dependencies) }
    if isOpen { traits.insert(.open) }
    if !contributions.isEmpty {
      traits.insert(.contributions)
      if contributions.contains(where: \.binding.isPlain) { traits.insert(.plainBindings) }
    }
    if hasLifecycle { traits.insert(.lifecycles) }
    return traits
  }
}
