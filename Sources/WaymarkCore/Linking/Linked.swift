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

  /// The first of some profiles' declarations of a token, and these profiles, which the registry doesn't pick.
  struct Elsewhere {
    var profiles: [Profile]
    let location: DeclarationLocation
  }

  package let mode: Mode
  package let base: RegistryImage?
  /// Whether the registry can still lack dependencies that are resolved later.
  package let stage: Registry.Stage
  /// The picked profiles, and the profiles that the declarations and the base name.
  let profiles: PickedProfiles
  /// The profiles with declarations of their own, in the order of their first declaration.
  package let varyingProfiles: [Profile]
  /// The settings of a module that a test compiles alone, or nil for any other registry.
  let isolation: Isolation?
  package var isIsolated: Bool { isolation != nil }
  /// The modules, for their own rules at the end.
  let modules: [any RouteModule]
  let traits: Traits
  let declared: Routes
  private let collected: CollectedDeclarations
  private let settings: Linker.Settings
  /// The linked declarations outside of profiles, and then those of the picked profiles, if there are any.
  let steps: [Linker]
  /// The routes in force, without the tokens and names that a profile replaces, in the order of declaration.
  package let routes: [Route]
  /// The same routes in the image, in the same order.
  package let compiledRoutes: [CompiledRoute]
  /// The image of the base with the declarations.
  package let image: RegistryImage

  /// The dependencies of the declarations, and of the routes to which they lead.
  private(set) lazy var network = Network(self)
  /// The groups of nodes that can all reach each other through instances that they are created with.
  private(set) lazy var eagerComponents = network.components { $0 == .eager }
  /// The dependencies of all routes in force.
  private(set) lazy var wholeNetwork = Network(self, isWhole: true)
  /// The index of the declarations' URL patterns, if the declarations aren't all of the registry.
  package let ownURLIndex = OnceReference<LazyPart>()
  /// The profile's routes that replace nothing and provide nothing that another profile provides.
  private(set) lazy var unmatched: [Route] = {
    guard steps.count > 1 else { return [] }
    return steps[1].part.routes.filter { route in
      let declaration = route.declaration
      return !declaration.bindings.isEmpty && declaration.names.isEmpty && declaration.contributions.isEmpty
        && !declaration.isEntryPoint
        && !declaration.tokens.contains { steps[0].changes[$0] != nil || elsewhere[$0] != nil }
    }
  }()

  init(
    _ declared: Routes, mode: Mode, base: RegistryImage?, stage: Registry.Stage = .complete,
    profiles: PickedProfiles = PickedProfiles(), isolation: Isolation? = nil
  ) {
    self.declared = declared
    self.mode = mode
    self.base = base
    self.stage = stage
    self.isolation = isolation
    var collected = CollectedDeclarations()
    let traversal = ModuleTraversal(
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
    if let base, base.hasDecorators,
      steps.contains(where: { $0.changes.first.contains { base.isDecorated($0.token) } })
    {
      traits.insert(.dependencies)
    }
    self.traits = traits
  }

  /// Returns the declarations linked for other profiles.
  func with(_ picked: [Profile], base: RegistryImage?) -> Linked {
    var selection = profiles
    selection.picked = picked
    return Linked(declared, mode: mode, base: base, stage: stage, profiles: selection)
  }

  private static func link(
    _ collected: CollectedDeclarations, _ settings: Linker.Settings, _ placeholders: [RouteDeclaration] = []
  ) -> (steps: [Linker], routes: [Route], compiled: [CompiledRoute], image: RegistryImage) {
    var outside = Linker(collected.outside, onto: settings.base, isProfile: false, settings)
    let first = outside.image(collected.inside.isEmpty ? placeholders : [])
    guard !collected.inside.isEmpty else {
      return ([outside], outside.part.routes, outside.routes, first.compacted())
    }
    var inside = Linker(collected.inside, onto: first, isProfile: true, settings)
    let second = inside.image(placeholders)
    let (routes, compiled) = routesInForce(outside, inside, second)
    // One image has the declarations of both steps in their order.
    var declarations = zip(routes, compiled).map { ($0.ordinal, RegistryImage.Declaration.route($1)) }
    for step in [outside, inside] {
      for (declared, adapter) in zip(step.part.adapters, step.adapters)
      where step.isProfile || inside.changes[declared.declaration.required] == nil {
        declarations.append((declared.ordinal, .adapter(adapter)))
      }
    }
    declarations.sort { $0.0 < $1.0 }
    let decorators = (outside.decorators + inside.decorators).map { RegistryImage.Declaration.decorator($0) }
    let image = second.merged(declarations.map(\.1) + decorators)
    return ([outside, inside], routes, compiled, image.compacted())
  }

  /// Returns the image with placeholders for an isolated module's missing dependencies.
  func image(with placeholders: [RouteDeclaration]) -> RegistryImage {
    placeholders.isEmpty ? image : Self.link(collected, settings, placeholders).image
  }

  /// Returns the routes of both steps in the order of declaration, without what a profile replaces.
  private static func routesInForce(
    _ outside: Linker, _ inside: Linker, _ image: RegistryImage
  ) -> ([Route], [CompiledRoute]) {
    let names = Set(inside.part.routes.flatMap(\.declaration.names))
    var all = zip(outside.part.routes, outside.routes).compactMap {
      route, compiled -> (Route, CompiledRoute)? in
      let declaration = route.declaration
      guard !(declaration.bindings.isEmpty && declaration.names.isEmpty && declaration.contributions.isEmpty)
      else { return (route, compiled) }
      let bindings = declaration.bindings.filter { inside.changes[$0.token] == nil }
      let hasNames = declaration.names.contains { !names.contains($0) }
      guard !bindings.isEmpty || hasNames || !image.contributions(of: compiled).isEmpty else { return nil }
      guard bindings.count < declaration.bindings.count || declaration.names.contains(where: names.contains)
      else { return (route, compiled) }
      return (
        route.map { RouteDeclaration($0, bindings: InlineList(bindings), without: names) }, compiled
      )
    }
    all += zip(inside.part.routes, inside.routes)
    all.sort { $0.0.ordinal < $1.0.ordinal }
    return (all.map(\.0), all.map(\.1))
  }

  // MARK: - Declarations

  /// The tokens that other profiles provide, each with its first route.
  var elsewhere: [TokenDescription: Elsewhere] { collected.elsewhere }
  var handlers: [any Handler] { collected.handlers }
  /// The diagnostics of discovery.
  var notes: [Diagnostic] { collected.notes }
  var conformances: ConformanceIndex? { settings.conformances }
  /// Whether the declarations are all of a registry, and none of them replaces another one.
  package var replacesNothing: Bool { mode == .new && steps.count == 1 }

  var adapters: [Declared<Adapter>] {
    steps.flatMap { step in step.part.adapters.filter { isInForce($0.declaration.required, of: step) } }
  }

  /// The decorators, of which the profile's are the outermost.
  var decorators: [Declared<DecoratorDeclaration>] { steps.flatMap(\.part.decorators) }
  var compiledDecorators: [CompiledDecorator] { steps.flatMap(\.decorators) }
  /// The changes of collections.
  var collections: [CollectionPlan] { steps.flatMap(\.collections) }

  /// The changes of tokens, without those that a profile replaces.
  var changes: [Change] {
    steps.flatMap { step in step.changes.first.filter { isInForce($0.token, of: step) } }
  }

  /// Returns whether the profile doesn't replace the provider that a step has linked for a token.
  private func isInForce(_ token: TokenDescription, of step: Linker) -> Bool {
    steps.count == 1 || step.isProfile || steps[1].changes[token] == nil
  }

  /// The changes that replace others, in an override or in a profile.
  var replacingChanges: [Change] {
    mode == .overriding ? changes : steps.filter(\.isProfile).flatMap(\.changes.first)
  }

  /// The replacements of collections, each with the image that has the replaced contributions.
  var replacements: [(declared: Declared<Replaces>, below: RegistryImage?)] {
    steps.flatMap { step in step.part.replacements.map { ($0, step.below) } }
  }

  /// The later declarations of a token, each with the first one.
  var repeatedChanges: [(change: Change, first: Change)] { steps.flatMap(\.changes.repeated) }

  /// Returns whether two routes with these ordinals belong to different picked profiles.
  package func areInDifferentProfiles(_ first: Int, _ second: Int) -> Bool {
    func condition(_ ordinal: Int) -> ProfileCondition? { routes.first { $0.ordinal == ordinal }?.condition }
    return areDisjoint(condition(first), condition(second))
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
  /// An extension makes transient and scoped instances of the base, with its own contributions and decorators, and with
  /// the optional dependencies that it provides.
  var changesScopesOfBase: Bool {
    guard let base, !changesNeedsOfBase else { return changesNeedsOfBase }
    return !collections.isEmpty || !decorators.isEmpty
      || base.extendableNeeds.contains { !base.answer($0).isAny && image.answer($0).isAny }
  }

  /// The routes and decorators of the base that are in force.
  var nodesOfBase: [Network.Node] {
    base == nil ? [] : wholeNetwork.nodes.filter { $0.ordinal == nil && !$0.isPartOfBase }
  }

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
    var converted = provider.isPlain ? nil : provider.token.type
    while let inside = provider.decoration?.inner ?? provider.adapted {
      provider = inside
      if !provider.isPlain { converted = converted ?? provider.token.type }
    }
    guard !provider.route.isUnimplemented else { return nil }
    return Target(route: provider.route.declaration, converted: converted)
  }
}
