package import WaymarkRuntime

/// The input of the rules: the declarations to compile, and the base registry.
///
/// It's a class because all rules read it, and copying its fields costs more than most rules.
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
    /// The declaring module, or nil in the registry's own block.
    let module: Any.Type?
    /// The profiles of the declaration, or nil outside of ``When``.
    var condition: ProfileCondition?
    /// Whether the profile replaces a part of the route.
    var isTrimmed = false

    var isInProfile: Bool { condition != nil }
  }

  struct DeclaredAdapter {
    let ordinal: Int
    var declaration: AdapterDeclaration
    let module: Any.Type?
    var condition: ProfileCondition?

    var isInProfile: Bool { condition != nil }
  }

  struct DeclaredDecorator {
    let ordinal: Int
    var declaration: DecoratorDeclaration
    let module: Any.Type?
    let condition: ProfileCondition?

    var isInProfile: Bool { condition != nil }
  }

  struct DeclaredReplacement {
    let ordinal: Int
    var declaration: ReplacementDeclaration
    let condition: ProfileCondition?

    var isInProfile: Bool { condition != nil }
  }

  /// The features that the declarations use, which show the rules to skip.
  struct Traits: OptionSet {
    let rawValue: Int

    static let adapters = Self(rawValue: 1 << 0)
    /// Routes without a token, with several tokens, or with a repeated token.
    static let unusualBindings = Self(rawValue: 1 << 1)
    /// Destinations or configurations provided without a closure.
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
    /// Instances with start or stop operations.
    static let lifecycles = Self(rawValue: 1 << 11)
  }

  /// The first of some profiles' declarations of a token, and these profiles, which the registry doesn't pick.
  struct Elsewhere {
    var profiles: [Profile]
    let location: DeclarationLocation
  }

  package let mode: Mode
  package let base: Snapshot?
  /// Whether the registry can still lack dependencies that are resolved later.
  let stage: Registry.Stage
  /// The picked profiles, and the profiles that the declarations and the base name.
  let profiles: PickedProfiles
  /// The profiles with declarations of their own, in the order of their first declaration.
  let varyingProfiles: [Profile]
  let conflicts: [ProfileConflict]
  /// The tokens that other profiles provide, each with its first route.
  let elsewhere: [TokenKey: Elsewhere]
  /// The settings of a module that a test compiles alone, or nil for any other program.
  let isolation: Isolation?
  var isIsolated: Bool { isolation != nil }
  package let routes: InlineList<DeclaredRoute>
  private(set) var adapters: [DeclaredAdapter]
  private(set) var decorators: [DeclaredDecorator]
  let replacements: [DeclaredReplacement]
  let collections: [CollectionPlan]
  /// The profile's routes that replace nothing and provide nothing that another profile provides.
  let unmatched: [DeclaredRoute]
  let handlers: [any Handler]
  /// The diagnostics of discovery.
  let notes: [Diagnostic]
  /// The modules, for their own rules at the end.
  let modules: [any RouteModule]
  let traits: Traits
  let provisions: ProvisionTable
  /// The named tokens that the declarations provide, by the keys of their types.
  let ownNames: [TokenKey: [TokenDescription]]

  var index = ProgramIndex()
  private(set) lazy var network = RouteNetwork(self)
  /// The base's adapters that lead to replaced or decorated tokens and need new providers.
  private(set) lazy var inheritedAdapters = findInheritedAdapters()
  /// The data that the first rule about URLs computes for all of them.
  package var patternIndex: LazyPart?
  /// The index of the program's conformances, or nil for at most ten checks, which cost less.
  private(set) lazy var conformances: ConformanceIndex? = {
    let queries = routes.reduce(adapters.count { $0.declaration.isPlain }) { count, route in
      count + route.declaration.bindings.count { $0.isPlain } + route.declaration.contributions.count
    }
    return queries > 10 ? ConformanceIndex.program : nil
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
    // Before the search for conflicts, because a replacement by type can have the name of another one.
    collector.nameReplacements()
    collector.findConflicts()
    conflicts = collector.conflicts
    // Plan collections before removing routes that the profile replaces: replacements take their positions.
    collections = CollectionPlan.all(
      of: collector.routes, collector.replacements, collector.traits, mode, base)
    unmatched = collector.replaceByProfile(collections)
    routes = collector.routes
    ownNames = Self.names(collector.provisions, collections)
    adapters = collector.adapters
    // The profile's decorators are the outermost.
    decorators =
      collector.decorators.filter { !$0.isInProfile }
      + collector.decorators.filter(\.isInProfile)
    replacements = collector.replacements
    handlers = collector.handlers
    notes = collector.notes
    elsewhere = collector.elsewhere
    provisions = collector.provisions
    var traits = collector.traits
    if decorators.isEmpty, let base, base.layer.hasDecorators(ofAny: provisions.first.lazy.map(\.token.key)) {
      traits.insert(.dependencies)
    }
    self.traits = traits
    guard hasNames else { return }
    // Resolve the only names of types in adapters and decorators.
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

  // MARK: - Checks

  /// Returns whether this program or its base provides a token or contributes to its collection.
  @inline(never)
  func provides(_ token: TokenDescription) -> Bool {
    let key = meant(by: token).key
    return provisions[key] != nil || isProvidedByBase(key, token) || !contributors(to: key).isEmpty
  }

  private func isProvidedByBase(_ key: TokenKey, _ token: TokenDescription) -> Bool {
    guard let provider = base?.layer.provider(for: key) else { return false }
    // A type's only provider in the base becomes ambiguous if this program adds another name, and so does the array of
    // its only collection.
    let collection = token.isNamed ? nil : provider.route.declaration.collection?.unnamed
    return ambiguity(of: collection ?? token) == nil
  }

  /// Returns the tokens that provide a type in any role, with the locations of their declarations.
  func providedTokens(of type: Any.Type) -> [(token: TokenDescription, location: DeclarationLocation)] {
    let tokens = TokenRole.allCases.flatMap { role -> [TokenDescription] in
      let token = TokenDescription(type, role)
      let names = hasNames ? names(of: token) : []
      return names.isEmpty || providesExactly(token) ? [token] + names : names
    }
    return tokens.compactMap { token in
      if let provision = provisions[token.key] { return (token, provision.location) }
      if token.role.isCollection { return contributors(to: token.key).first.map { (token, $0.location) } }
      return base?.layer.provider(for: token.key).map { (token, $0.route.declaration.location) }
    }
  }

  /// Returns suggestions for a missing token after a search of all declarations.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - modules: The names of unlisted modules that provide it, if they're known.
  func suggestions(near token: TokenDescription, in modules: [String]? = nil) -> Near {
    let similar = NearMiss.of(token, among: provisions.first.map(\.token) + (base?.layer.allTokens ?? []))
    // A search of all declarations asks about many types that don't conform.
    let index = ConformanceIndex.program
    let fitting = (routes.map(\.declaration) + (base?.layer.routes ?? []).map(\.declaration)).first {
      declaration in
      let type = token.role.isModule ? declaration.configuration?.type : declaration.destination
      guard declaration.kind == token.role.kind, let type else { return false }
      return Conformance.check(type, as: token.type, using: index, asksRuntime: false) == .conforms
    }
    return Near(
      roles: providedTokens(of: token.type), similar: similar, fitting: fitting,
      modules: modules ?? self.modules(providing: token))
  }

  /// Suggestions for a missing token: other roles of its type, a similar protocol, and a destination that conforms.
  struct Near {
    let roles: [(token: TokenDescription, location: DeclarationLocation)]
    let similar: TokenDescription?
    let fitting: RouteDeclaration?
    /// The names of unlisted modules of the program that provide the token.
    let modules: [String]

    /// The question about a similar token to append to a remedy, unless a module provides the token itself.
    var question: String { modules.isEmpty ? Diagnostic.didYouMean(similar) : "" }
  }

  /// The route at the end of a chain of adapters.
  struct Target {
    let route: RouteDeclaration
    /// The static type of the result if a decorator, or a closure of the route or of an adapter in the chain, makes it.
    let converted: Any.Type?
  }

  enum Source {
    case route(RouteDeclaration)
    case adapter(AdapterDeclaration)
  }

  /// Returns the declaration of this program or its base that provides a token.
  func source(of token: TokenDescription) -> Source? {
    let key = meant(by: token).key
    return switch provisions[key]?.source {
    case .route(let declared): .route(declared.declaration)
    case .adapter(let declared): .adapter(declared.declaration)
    case nil:
      base?.layer.provider(for: key)?.undecorated.source
    }
  }

  /// Returns a token's route, through adapters, or nil for a missing target or a cycle, which other rules report.
  func target(of token: TokenDescription) -> Target? {
    var token = meant(by: token)
    var converted: Any.Type?
    // The tokens of visited adapters. Most tokens have none.
    var followed: [TokenKey] = []
    while !followed.contains(token.key), let source = source(of: token) {
      if isDecorated(token.key) { converted = converted ?? token.type }
      switch source {
      case .adapter(let adapter):
        if !adapter.isPlain { converted = converted ?? token.type }
        followed.append(token.key)
        token = meant(by: adapter.provided)
      case .route(let route):
        let binding = route.bindings.first { $0.token == token }
        if let binding, !binding.isPlain { converted = converted ?? token.type }
        return Target(route: route, converted: converted)
      }
    }
    return nil
  }
}
