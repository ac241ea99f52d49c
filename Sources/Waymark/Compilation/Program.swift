import WaymarkRuntime

/// All declarations that are compiled together, and the registry that they are added to: what rules see.
///
/// A class, because all rules look at one program, and copying a dozen fields for each costs more than most of
/// them do.
final class Program {
  /// How the declarations relate to the base.
  enum Mode {
    case new
    case extending
    case overriding
  }

  struct DeclaredRoute {
    /// The place among all declarations, counted from 0.
    let ordinal: Int
    let draft: RouteDraft
  }

  struct DeclaredAdapter {
    /// The place among all declarations, counted from 0.
    let ordinal: Int
    let draft: AdapterDraft
  }

  /// A declaration that says "I provide this".
  struct Claim {
    enum Source {
      case route(DeclaredRoute)
      case adapter(DeclaredAdapter)
    }

    let token: TokenDescription
    let source: Source

    var ordinal: Int {
      switch source {
      case .route(let route): route.ordinal
      case .adapter(let adapter): adapter.ordinal
      }
    }

    var location: DeclarationLocation {
      switch source {
      case .route(let route): route.draft.location
      case .adapter(let adapter): adapter.draft.location
      }
    }
  }

  let mode: Mode
  let base: Registry?
  /// Whether what is needed later may still be missing.
  let stage: Registry.Stage
  let routes: [DeclaredRoute]
  let adapters: [DeclaredAdapter]
  let aspects: Aspects
  /// What discovery has to say.
  let notes: [Diagnostic]
  /// The modules' own rules.
  let checks: [(Registry) -> [Diagnostic]]

  /// Who provides what, in the order of declaration.
  let claims: [TokenKey: [Claim]]
  /// What is provided, in the order of the first declaration.
  let claimedTokens: [TokenDescription]

  /// The routes as a graph.
  private(set) lazy var network = RouteNetwork(self)

  /// Whether there are URL patterns at all: an override, which should cost little, mostly has none.
  var hasURLs: Bool { routes.contains { !$0.draft.patterns.isEmpty } }
  /// The URL patterns as a tree.
  private(set) lazy var urls = ProgramURLs(routes)

  init(_ routes: Routes, mode: Mode, base: Registry?, stage: Registry.Stage = .complete) {
    self.mode = mode
    self.base = base
    self.stage = stage
    var declaredRoutes: [DeclaredRoute] = []
    var declaredAdapters: [DeclaredAdapter] = []
    var aspects = Aspects()
    var claims: [TokenKey: [Claim]] = [:]
    var tokens: [TokenDescription] = []
    func claim(_ token: TokenDescription, _ source: Claim.Source) {
      if claims[token.key] == nil { tokens.append(token) }
      claims[token.key, default: []].append(Claim(token: token, source: source))
    }
    var notes: [Diagnostic] = []
    let flattened = FlattenedRoutes(routes)
    for (ordinal, draft) in flattened.drafts.enumerated() {
      switch draft {
      case .route(let draft):
        let route = DeclaredRoute(ordinal: ordinal, draft: draft)
        declaredRoutes.append(route)
        for token in draft.tokens { claim(token, .route(route)) }
      case .adapter(let draft):
        let adapter = DeclaredAdapter(ordinal: ordinal, draft: draft)
        declaredAdapters.append(adapter)
        claim(draft.required, .adapter(adapter))
      case .reporter(let reporter): aspects.reporters.append(reporter)
      case .observer(let observer): aspects.observers.append(observer)
      case .interceptor(let interceptor): aspects.interceptors.append(interceptor)
      case .leakDetection(let detection): aspects.leakDetection = detection
      case .note(let note): notes.append(note)
      case .module, .discovered: preconditionFailure("modules were flattened")
      }
    }
    self.routes = declaredRoutes
    adapters = declaredAdapters
    self.aspects = aspects
    checks = flattened.checks
    self.notes = notes
    self.claims = claims
    claimedTokens = tokens
  }

  // MARK: - Questions

  /// Whether something will be provided, here or by the base.
  func provides(_ key: TokenKey) -> Bool { claims[key] != nil || base?.provider(for: key) != nil }

  /// Where a type is provided in any role.
  func provisions(of type: Any.Type) -> [(token: TokenDescription, location: DeclarationLocation)] {
    TokenRole.allCases.compactMap { role in
      let token = TokenDescription(type, role)
      if let claim = claims[token.key]?.first { return (token, claim.location) }
      return base?.provider(for: token.key).map { (token, $0.route.draft.location) }
    }
  }

  /// What is close to something that nothing provides: the same type in another role, a protocol with a
  /// similar name, a destination that could be provided as it.
  ///
  /// Only asked where there is a problem: it looks at everything.
  func provisions(near token: TokenDescription) -> Near {
    let provided = claimedTokens + (base?.allTokens ?? [])
    let names = provided.filter { $0.role == token.role }.map { TypeName.bare($0.type) }
    let similar = NearMiss.of(TypeName.bare(token.type), among: names).flatMap { name in
      provided.first { $0.role == token.role && TypeName.bare($0.type) == name }
    }
    let fitting = (routes.map(\.draft) + (base?.layer.routes ?? []).map(\.draft)).first { draft in
      let type = token.role.isModule ? draft.configuration?.type : draft.destination
      guard draft.kind == token.role.kind, let type else { return false }
      return Conformance.check(type, as: token.type) == .conforms
    }
    return Near(roles: provisions(of: token.type), similar: similar, fitting: fitting)
  }

  /// What is close to something that nothing provides.
  struct Near {
    let roles: [(token: TokenDescription, location: DeclarationLocation)]
    let similar: TokenDescription?
    let fitting: RouteDraft?
  }

  /// The route at the end of the adapters that start with a token.
  struct Target {
    let route: RouteDraft
    /// Whether a closure makes what comes out, at the route or on the way.
    let isConverted: Bool
  }

  /// Follows a token through adapters, of this program and of the base, to its route.
  ///
  /// - Returns: Nil where an adapter leads to nothing, or adapters lead in a circle; other rules say so.
  func target(of token: TokenDescription) -> Target? {
    var token = token
    var isConverted = false
    var seen: Set<TokenKey> = []
    while seen.insert(token.key).inserted {
      let route: RouteDraft
      let adapter: AdapterDraft?
      switch claims[token.key]?.first?.source {
      case .route(let declared): (route, adapter) = (declared.draft, nil)
      case .adapter(let declared):
        isConverted = isConverted || !declared.draft.isPlain
        token = declared.draft.provided
        continue
      case nil:
        guard let provider = base?.provider(for: token.key) else { return nil }
        (route, adapter) = (provider.route.draft, provider.adapter)
      }
      if let adapter {
        isConverted = isConverted || !adapter.isPlain
        token = adapter.provided
        continue
      }
      let provision = route.provisions.first { $0.token == token }
      return Target(route: route, isConverted: isConverted || provision.map { !$0.isPlain } ?? false)
    }
    return nil
  }
}
