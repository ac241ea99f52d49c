import WaymarkRuntime

/// The declarations that are compiled together, and the registry that they're added to: the input of the
/// rules.
///
/// It's a class because all rules read the same program, and copying its fields for each rule costs more than
/// most rules do.
final class Program {
  /// The relation of the declarations to the base.
  enum Mode {
    case new
    case extending
    case overriding
  }

  struct DeclaredRoute {
    /// The position among all declarations, counted from 0.
    let ordinal: Int
    let declaration: RouteDeclaration
    /// The module that declares it; nil in the registry's own block.
    let module: Any.Type?
  }

  struct DeclaredAdapter {
    /// The position among all declarations, counted from 0.
    let ordinal: Int
    let declaration: AdapterDeclaration
    /// The module that declares it; nil in the registry's own block.
    let module: Any.Type?
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
    /// Instances that are started or stopped.
    static let lifecycles = Self(rawValue: 1 << 10)
  }

  let mode: Mode
  let base: Registry?
  /// Whether dependencies that are resolved later may still be missing.
  let stage: Registry.Stage
  let routes: InlineList<DeclaredRoute>
  let adapters: [DeclaredAdapter]
  let handlers: [any Handler]
  /// The diagnostics of discovery.
  let notes: [Diagnostic]
  /// The modules, whose own rules are run at the end.
  let modules: [any RouteModule]
  let traits: Traits
  let claims: ClaimTable

  /// The routes as a graph.
  private(set) lazy var network = RouteNetwork(self)
  /// The data that the rules about URLs share, computed when the first of them needs it.
  var patternIndex: LazyPart?
  /// The index of the program's conformances; nil if there are too few checks to make it worthwhile.
  ///
  /// Building it costs about as much as ten checks without it.
  private(set) lazy var conformances: ConformanceIndex? = {
    let questions = routes.reduce(0) { count, route in count + route.declaration.bindings.count { $0.isPlain }
    }
    return questions > 10 ? ConformanceIndex.program : nil
  }()

  init(_ declared: Routes, mode: Mode, base: Registry?, stage: Registry.Stage = .complete) {
    self.mode = mode
    self.base = base
    self.stage = stage
    var routes = InlineList<DeclaredRoute>()
    var adapters: [DeclaredAdapter] = []
    var handlers: [any Handler] = []
    var claims = ClaimTable()
    var notes: [Diagnostic] = []
    var traits: Traits = []
    var ordinal = 0
    modules = ModuleTraversal.run(declared) { declaration, module in
      switch declaration {
      case .route(let declaration):
        let route = DeclaredRoute(ordinal: ordinal, declaration: declaration, module: module)
        routes.append(route)
        traits.formUnion(declaration.traits)
        for binding in declaration.bindings { claims.add(binding.token, .route(route)) }
      case .adapter(let declaration):
        let adapter = DeclaredAdapter(ordinal: ordinal, declaration: declaration, module: module)
        adapters.append(adapter)
        traits.insert(.adapters)
        claims.add(declaration.required, .adapter(adapter))
      case .handler(let handler): handlers.append(handler)
      case .note(let note): notes.append(note)
      case .module, .discovered: preconditionFailure("modules were traversed")
      }
      ordinal += 1
    }
    self.routes = routes
    self.adapters = adapters
    self.handlers = handlers
    self.notes = notes
    self.claims = claims
    self.traits = traits
  }

  // MARK: - Questions

  /// Returns whether this program or its base provides a token.
  func provides(_ key: TokenKey) -> Bool { claims[key] != nil || base?.provider(for: key) != nil }

  /// Returns the tokens of all roles in which a type is provided, with the locations of their declarations.
  func provisions(of type: Any.Type) -> [(token: TokenDescription, location: DeclarationLocation)] {
    TokenRole.allCases.compactMap { role in
      let token = TokenDescription(type, role)
      if let claim = claims[token.key] { return (token, claim.location) }
      return base?.provider(for: token.key).map { (token, $0.route.declaration.location) }
    }
  }

  /// Returns suggestions for a token that nothing provides.
  ///
  /// They are the same type in another role, a protocol with a similar name, and a destination that could be
  /// provided as the type. The search examines all declarations, so it's only used for an error.
  func provisions(near token: TokenDescription) -> Near {
    let similar = NearMiss.of(token, among: claims.first.map(\.token) + (base?.allTokens ?? []))
    let fitting = (routes.map(\.declaration) + (base?.layer.routes ?? []).map(\.declaration)).first {
      declaration in
      let type = token.role.isModule ? declaration.configuration?.type : declaration.destination
      guard declaration.kind == token.role.kind, let type else { return false }
      return Conformance.check(type, as: token.type) == .conforms
    }
    return Near(roles: provisions(of: token.type), similar: similar, fitting: fitting)
  }

  /// The suggestions for a token that nothing provides.
  struct Near {
    let roles: [(token: TokenDescription, location: DeclarationLocation)]
    let similar: TokenDescription?
    let fitting: RouteDeclaration?
  }

  /// The route at the end of a chain of adapters.
  struct Target {
    let route: RouteDeclaration
    /// Whether the result comes from a closure of the route or of an adapter in the chain.
    let isConverted: Bool
  }

  /// Returns the route that provides a token, directly or through adapters of this program and its base.
  ///
  /// - Returns: The route; nil if an adapter has no target or is part of a cycle, which other rules report.
  func target(of token: TokenDescription) -> Target? {
    var token = token
    var isConverted = false
    // The tokens of the adapters that were followed: none for most tokens.
    var followed: [TokenKey] = []
    while !followed.contains(token.key) {
      let route: RouteDeclaration
      let adapter: AdapterDeclaration?
      switch claims[token.key]?.source {
      case .route(let declared): (route, adapter) = (declared.declaration, nil)
      case .adapter(let declared):
        isConverted = isConverted || !declared.declaration.isPlain
        followed.append(token.key)
        token = declared.declaration.provided
        continue
      case nil:
        guard let provider = base?.provider(for: token.key) else { return nil }
        (route, adapter) = (provider.route.declaration, provider.adapter?.declaration)
      }
      if let adapter {
        isConverted = isConverted || !adapter.isPlain
        followed.append(token.key)
        token = adapter.provided
        continue
      }
      let binding = route.bindings.first { $0.token == token }
      return Target(route: route, isConverted: isConverted || binding.map { !$0.isPlain } ?? false)
    }
    return nil
  }
}

extension RouteDeclaration {
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
    if hasLifecycle { traits.insert(.lifecycles) }
    return traits
  }
}
