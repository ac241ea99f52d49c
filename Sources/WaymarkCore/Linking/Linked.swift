package import WaymarkRuntime

/// Declarations that are linked onto a base: the input of the rules.
///
/// The declarations of picked profiles are linked last, as an override of the others. It's a class because all rules
/// read it, and copying its fields costs more than most rules.
package final class Linked {
  /// The relation of the declarations to the base.
  package enum Mode {
    case new
    case extending
    case overriding
  }

  package typealias Route = Declared<RouteDeclaration>

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
  package let base: RegistryImage?
  /// Whether the registry can still lack dependencies that are resolved later.
  let stage: Registry.Stage
  /// The picked profiles, and the profiles that the declarations and the base name.
  let profiles: PickedProfiles
  /// The profiles with declarations of their own, in the order of their first declaration.
  let varyingProfiles: [Profile]
  /// The settings of a module that a test compiles alone, or nil for any other registry.
  let isolation: Isolation?
  var isIsolated: Bool { isolation != nil }
  /// The modules, for their own rules at the end.
  let modules: [any RouteModule]
  let traits: Traits
  private let collected: CollectedDeclarations
  private let settings: Linker.Settings
  /// The linked declarations outside of profiles, and then those of the picked profiles, if there are any.
  let steps: [Linker]
  /// The routes in force, without the tokens and names that a profile replaces, in the order of declaration.
  package let routes: InlineList<Route>
  /// The same routes in the image, in the same order.
  let compiledRoutes: [CompiledRoute]
  /// The image of the base with the declarations.
  package let image: RegistryImage

  /// The dependencies of the declarations, and of the routes to which they lead.
  private(set) lazy var network = Network(self)
  /// The dependencies of all routes in force.
  private(set) lazy var wholeNetwork = Network(self, isWhole: true)
  /// The URL patterns of the declarations, if the declarations aren't all of the registry.
  package let ownPatterns = OnceReference<LazyPart>()
  /// The profile's routes that replace nothing and provide nothing that another profile provides.
  private(set) lazy var unmatched = findUnmatched()

  init(
    _ declared: Routes, mode: Mode, base: RegistryImage?, stage: Registry.Stage = .complete,
    profiles: PickedProfiles = PickedProfiles(), isolation: Isolation? = nil
  ) {
    self.mode = mode
    self.base = base
    self.stage = stage
    self.isolation = isolation
    var collected = CollectedDeclarations()
    let traversal = ModuleTraversal.run(
      declared, for: profiles.picked, extending: mode == .extending ? base : nil
    ) { declaration, origin in
      collected.add(declaration, origin, profiles.picked)
    }
    modules = traversal.modules
    varyingProfiles = traversal.profiles
    self.profiles = profiles.adding(traversal.knownProfiles)
    self.collected = collected
    settings = Linker.Settings(
      base: base, isOverride: mode == .overriding, stage: stage, picked: profiles.picked,
      conformances: collected.queryCount > 10 ? ConformanceIndex.program : nil,
      modules: .adding(traversal.modules.map { ObjectIdentifier(type(of: $0)) }, to: base?.modules))
    (steps, routes, compiledRoutes, image) = Self.link(collected, settings)
    var traits = collected.traits
    if let base, base.hasDecorators(ofAny: steps[0].changes.first.lazy.map(\.token.key)) {
      traits.insert(.dependencies)
    }
    self.traits = traits
  }

  private static func link(
    _ collected: CollectedDeclarations, _ settings: Linker.Settings, _ placeholders: [RouteDeclaration] = []
  ) -> (steps: [Linker], routes: InlineList<Route>, compiled: [CompiledRoute], image: RegistryImage) {
    var outside = Linker(
      collected.outside, onto: settings.base, isReplacing: settings.isOverride, settings)
    let first = outside.image(collected.inside.isEmpty ? placeholders : [])
    guard !collected.inside.isEmpty else {
      return ([outside], outside.part.routes, outside.routes, first.compacted())
    }
    var inside = Linker(collected.inside, onto: first, isReplacing: true, settings)
    let second = inside.image(placeholders)
    let steps = [outside, inside]
    let (routes, compiled) = routesInForce(steps, second)
    // One image has the declarations of both steps in their order.
    var declarations = zip(routes, compiled).map { ($0.ordinal, RegistryImage.Declaration.route($1)) }
    for step in steps {
      for (declared, adapter) in zip(step.part.adapters, step.adapters)
      where step.isReplacing || inside.changes[declared.declaration.required.key] == nil {
        declarations.append((declared.ordinal, .adapter(adapter)))
      }
    }
    declarations.sort { $0.0 < $1.0 }
    let decorators = steps.flatMap(\.decorators).map { RegistryImage.Declaration.decorator($0) }
    let image = second.merged(InlineList(declarations.map(\.1) + decorators))
    return (steps, routes, compiled, image.compacted())
  }

  /// Returns the image with placeholders for an isolated module's missing dependencies.
  func image(with placeholders: [RouteDeclaration]) -> RegistryImage {
    placeholders.isEmpty ? image : Self.link(collected, settings, placeholders).image
  }

  /// Returns the routes of all steps in the order of declaration, without what a profile replaces.
  private static func routesInForce(
    _ steps: [Linker], _ image: RegistryImage
  ) -> (InlineList<Route>, [CompiledRoute]) {
    guard steps.count > 1 else { return (steps[0].part.routes, steps[0].routes) }
    let inside = steps[1]
    let names = Set(inside.part.routes.flatMap(\.declaration.names))
    var all = zip(steps[0].part.routes, steps[0].routes).compactMap {
      route, compiled -> (Route, CompiledRoute)? in
      let declaration = route.declaration
      guard !(declaration.bindings.isEmpty && declaration.names.isEmpty && declaration.contributions.isEmpty)
      else { return (route, compiled) }
      let bindings = declaration.bindings.filter { inside.changes[$0.token.key] == nil }
      let hasNames = declaration.names.contains { !names.contains($0) }
      guard !bindings.isEmpty || hasNames || !image.contributions(of: compiled).isEmpty else { return nil }
      guard bindings.count < declaration.bindings.count || declaration.names.contains(where: names.contains)
      else { return (route, compiled) }
      return (
        route.with(RouteDeclaration(declaration, bindings: InlineList(bindings), without: names)), compiled
      )
    }
    all += zip(inside.part.routes, inside.routes)
    all.sort { $0.0.ordinal < $1.0.ordinal }
    return (InlineList(all.map(\.0)), all.map(\.1))
  }

  private func findUnmatched() -> [Route] {
    guard steps.count > 1 else { return [] }
    return steps[1].part.routes.filter { route in
      let declaration = route.declaration
      return !declaration.bindings.isEmpty && declaration.names.isEmpty && declaration.contributions.isEmpty
        && !declaration.isEntryPoint
        && !declaration.tokens.contains { steps[0].changes[$0.key] != nil || elsewhere[$0.key] != nil }
    }
  }

  // MARK: - Declarations

  /// The tokens that other profiles provide, each with its first route.
  var elsewhere: [TokenKey: Elsewhere] { collected.elsewhere }
  var handlers: [any Handler] { collected.handlers }
  /// The diagnostics of discovery.
  var notes: [Diagnostic] { collected.notes }
  var conformances: ConformanceIndex? { settings.conformances }
  /// Whether the declarations are all of a registry, and none of them replaces another one.
  package var isWhole: Bool { mode == .new && steps.count == 1 }

  var adapters: [Declared<AdapterDeclaration>] {
    // A profile replaces adapters of the same token.
    steps.count == 1
      ? steps[0].part.adapters
      : steps[0].part.adapters.filter { steps[1].changes[$0.declaration.required.key] == nil }
        + steps[1].part.adapters
  }

  /// The decorators, of which the profile's are the outermost.
  var decorators: [Declared<DecoratorDeclaration>] {
    steps.count == 1 ? steps[0].part.decorators : steps.flatMap(\.part.decorators)
  }
  var compiledDecorators: [CompiledDecorator] {
    steps.count == 1 ? steps[0].decorators : steps.flatMap(\.decorators)
  }

  /// The changes of collections.
  var collections: [CollectionPlan] {
    steps.count == 1 ? steps[0].collections : steps.flatMap(\.collections)
  }

  /// The changes of tokens, without those that a profile replaces.
  var changes: [Change] {
    steps.count == 1
      ? Array(steps[0].changes.first)
      : steps[0].changes.first.filter { steps[1].changes[$0.token.key] == nil } + steps[1].changes.first
  }

  /// The changes that replace others, in an override or in a profile.
  var replacingChanges: [Change] {
    mode == .overriding ? changes : steps.count == 1 ? [] : Array(steps[1].changes.first)
  }

  /// The replacements of collections, each with the image that has the replaced contributions.
  var replacements: [(declared: Declared<ReplacementDeclaration>, below: RegistryImage?)] {
    steps.flatMap { step in step.part.replacements.map { ($0, step.below) } }
  }

  /// The later declarations of a token, each with the first one.
  var repeatedChanges: [(change: Change, first: Change)] { steps.flatMap(\.changes.repeated) }

  /// Returns whether two declarations belong to different picked profiles.
  package func areInDifferentProfiles(_ first: Route, _ second: Route) -> Bool {
    areDisjoint(first.condition, second.condition)
  }

  func areDisjoint(_ first: ProfileCondition?, _ second: ProfileCondition?) -> Bool {
    guard let first, let second else { return false }
    return first.isDisjoint(with: second, among: profiles.picked)
  }

  // MARK: - The base

  /// Whether routes of the base can depend on the declarations.
  ///
  /// An override replaces their dependencies, and an extension of an early registry adds missing ones.
  var changesNeedsOfBase: Bool { base.map { $0.stage == .early || mode == .overriding } ?? false }

  /// Whether routes of the base can need other scopes than in their own check.
  ///
  /// An extension makes transient and scoped instances of the base, with its own contributions and decorators.
  var changesScopesOfBase: Bool {
    changesNeedsOfBase || mode == .extending && !(collections.isEmpty && decorators.isEmpty)
  }

  /// The routes and decorators of the base that are in force.
  var nodesOfBase: [Network.Node] { base == nil ? [] : wholeNetwork.nodes.filter { $0.ordinal == nil } }

  // MARK: - Questions

  /// The route at the end of a chain of adapters.
  struct Target {
    let route: RouteDeclaration
    /// The static type of the result if a decorator, or a closure of the route or of an adapter in the chain, makes it.
    let converted: Any.Type?
  }

  /// Returns a token's route, through adapters, or nil for a missing target or a cycle, which other rules report.
  func target(of token: TokenDescription) -> Target? {
    guard case .one(var provider) = image.answer(token) else { return nil }
    var converted: Any.Type?
    while true {
      if provider.decoration != nil { converted = converted ?? provider.token.type }
      provider = provider.undecorated
      if let adapter = provider.adapter, let adapted = provider.adapted {
        if !adapter.declaration.isPlain { converted = converted ?? provider.token.type }
        provider = adapted
      } else {
        guard !provider.route.isUnimplemented else { return nil }
        if let binding = provider.binding, !binding.isPlain { converted = converted ?? provider.token.type }
        return Target(route: provider.route.declaration, converted: converted)
      }
    }
  }

  /// Returns suggestions for a missing token after a search of all declarations.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - modules: The names of unlisted modules that provide it, if they're known.
  func suggestions(near token: TokenDescription, in modules: [String]? = nil) -> Near {
    let similar = NearMiss.of(token, among: image.allTokens)
    // A search of all declarations asks about many types that don't conform.
    let index = ConformanceIndex.program
    let fitting = (routes.map(\.declaration) + (base?.routes ?? []).map(\.declaration)).first {
      declaration in
      let type = token.role.isModule ? declaration.configuration?.type : declaration.destination
      guard declaration.kind == token.role.kind, let type else { return false }
      return Conformance.check(type, as: token.type, using: index, asksRuntime: false) == .conforms
    }
    return Near(
      roles: image.provided(token.type), similar: similar, fitting: fitting,
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
}

/// The declarations of one registry, before they're linked.
private struct CollectedDeclarations {
  /// The declarations outside of profiles, and then those of the picked profiles.
  private var parts = [LinkedPart(), LinkedPart()]
  private(set) var elsewhere: [TokenKey: Linked.Elsewhere] = [:]
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
      traits.insert(.adapters)
      if adapter.isPlain { queryCount += 1 }
    case .decorator(let decorator):
      parts[part].decorators.append(declared(decorator))
      traits.insert(.dependencies)
    case .replacement(let replacement):
      parts[part].replacements.append(declared(replacement))
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
      elsewhere[key, default: Linked.Elsewhere(profiles: [], location: location)].profiles =
        known + profiles.filter { !known.contains($0) }
    }
  }
}
