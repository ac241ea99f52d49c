public import WaymarkRuntime

/// The immutable snapshot of all routes, compiled and checked once.
///
///     let registry = try Registry {
///       EditorModule()
///       StorageModule()
///     }
///     Registry.install(registry)
///
/// A registry never changes. A changed registry is another one: ``extending(stage:_:)`` adds declarations and shares
/// what the registry keeps, ``overriding(_:)`` replaces some and shares no instance, and ``opening(_:)`` opens a
/// scope, such as a session, with instances of its own. All functions are safe to call from any thread; those that
/// make views are bound to the main actor. Finding a route takes no lock, and doesn't slow down with the number of
/// routes.
public final class Registry: Sendable, RouteVocabulary {
  @usableFromInline package let layer: RegistryLayer
  /// The slots of instances that the registry keeps, or in a scope, of those that the root keeps.
  @usableFromInline let instances: InstanceSlots
  let properties: RegistryProperties
  /// The registry whose kept instances this one shares: the base of an extension.
  let base: Registry?
  /// The innermost scope that's open in this registry; nil in a root.
  @usableFromInline let scope: OpenScope?
  /// The innermost scope, without counting a reference: the registry retains it.
  @inlinable var openScope: UnretainedReference<OpenScope>? {
    @inline(__always) get { scope.map { UnretainedReference(retainedByCaller: $0) } }
  }
  /// What few registries have; nil in the others, so that a scope's registry is small.
  @usableFromInline let attachments: Attachments?
  @usableFromInline let purpose: Purpose
  /// Whether requests need neither a recorder nor a scope.
  @usableFromInline let isPlain: Bool

  /// The name of the registry in messages; nil if it has none.
  public var name: String? { properties.name }

  /// The part of the application's declarations that the registry has.
  public var stage: Stage { properties.stage }

  /// The profiles for which the registry was created, whose ``When`` declarations it has; empty if none was picked.
  public var profiles: [Profile] { properties.profiles.picked }

  /// The warnings and notes of compilation, including those of base registries.
  ///
  ///     for diagnostic in registry.diagnostics where diagnostic.severity == .warning { print(diagnostic) }
  ///
  /// There are no errors among them, because an error makes the initializer throw. ``unreachableRoutes`` has the
  /// notes about routes that no declaration requests.
  ///
  /// - Complexity: Linear in their number.
  public var diagnostics: [Diagnostic] { found.filter { $0.code != .unreachableRoute } }

  /// The notes about routes to which no declaration leads (`unreachable-route`), including those of base registries.
  ///
  /// They aren't among the ``diagnostics``, because no declaration shows the requests of handlers and ``Router``. They
  /// help to find unused routes after each route that only the application requests has an ``EntryPoint``.
  ///
  /// - Complexity: Linear in the number of notes and ``diagnostics``.
  public var unreachableRoutes: [Diagnostic] { found.filter { $0.code == .unreachableRoute } }

  private var found: [Diagnostic] { properties.found?.elements ?? [] }

  /// The purpose of a registry.
  @usableFromInline
  enum Purpose: Sendable {
    /// To make destinations.
    case use
    /// To be examined by modules' own rules; requests for destinations are refused.
    case check
    /// To be the current registry when none is installed.
    case standIn
    /// To make destinations in a scope, which ends when the registry is released.
    case scope
    /// To make the instances that a scope keeps.
    case maker
    /// To make the instances that a root keeps, and to be their registry without keeping the root alive.
    case counted
  }

  /// Compiles declarations into a registry.
  ///
  ///     let registry = try Registry(name: "session") {
  ///       EditorModule()
  ///       StorageModule()
  ///     }
  ///
  /// - Parameters:
  ///   - name: A name for messages, if a program has several registries.
  ///   - stage: Whether these are all declarations, or only those that the first screen needs.
  ///   - profile: The profile whose ``When`` declarations are used; nil for the application without a profile. The
  ///     others are checked.
  ///   - fileID: The source file that's reported if nothing declares the profile; by default, that of the call.
  ///   - line: The source line that's reported if nothing declares the profile; by default, that of the call.
  ///   - routes: Routes, adapters, decorators, and modules.
  /// - Throws: A `RegistryError` with all diagnostics, if at least one is an error.
  /// - Complexity: Linear in the number of declarations, for each profile.
  public convenience init(
    name: String? = nil, stage: Stage = .complete, profile: Profile? = nil, fileID: StaticString = #fileID,
    line: Int = #line, @RoutesBuilder _ routes: () -> Routes
  ) throws(RegistryError) {
    try self.init(
      name: name, stage: stage, profiles: profile.map { [$0] } ?? [], fileID: fileID, line: line, routes)
  }

  /// Compiles declarations into a registry for several profiles.
  ///
  ///     let registry = try Registry(profiles: [.preview, Profile("kiosk")]) { ShopModule() }
  ///
  /// Two of the profiles can't provide the same.
  ///
  /// - Parameters:
  ///   - name: A name for messages, if a program has several registries.
  ///   - stage: Whether these are all declarations, or only those that the first screen needs.
  ///   - profiles: The profiles whose ``When`` declarations are used; none for the application without a profile. The
  ///     others are checked, each alone.
  ///   - fileID: The source file that's reported if nothing declares a profile; by default, that of the call.
  ///   - line: The source line that's reported if nothing declares a profile; by default, that of the call.
  ///   - routes: Routes, adapters, decorators, and modules.
  /// - Throws: A `RegistryError` with all diagnostics, if at least one is an error.
  /// - Complexity: Linear in the number of declarations, for each profile.
  public convenience init(
    name: String? = nil, stage: Stage = .complete, profiles: [Profile], fileID: StaticString = #fileID,
    line: Int = #line, @RoutesBuilder _ routes: () -> Routes
  ) throws(RegistryError) {
    let routes = routes()
    let profiles = PickedProfiles(profiles, at: DeclarationLocation(fileID: fileID, line: line))
    let program = Program(routes, mode: .new, base: nil, stage: stage, profiles: profiles)
    try self.init(program, others: Self.others(program, routes, name: name), name: name)
  }

  /// Returns the profiles that declarations name, in the order of their first declaration.
  ///
  /// Use it to offer them to the user of a command, for example.
  ///
  ///     let names = Registry.profiles { ShopModule() }.map(\.name)
  ///
  /// - Parameter routes: Routes, adapters, decorators, and modules.
  /// - Returns: The profiles of ``When`` and ``Profiles``, each once.
  /// - Complexity: Linear in the number of declarations.
  public static func profiles(@RoutesBuilder _ routes: () -> Routes) -> [Profile] {
    ModuleTraversal.run(routes(), for: []) { _, _ in }.knownProfiles
  }

  /// Compiles one module alone, for tests: what it needs and others provide throws an error when it's used.
  ///
  /// - Parameters:
  ///   - routes: The module.
  ///   - placeholder: Returns the values of `@Routed` properties that nothing provides.
  ///   - parameter: Returns the values of parameters that nothing provides.
  package convenience init(
    isolating routes: Routes, placeholder: @escaping Isolation.Placeholder = { _, _, _ in nil },
    parameter: @escaping Isolation.Parameter = { _ in nil }
  ) throws(RegistryError) {
    let isolation = Isolation(placeholder: placeholder, parameter: parameter)
    try self.init(Program(routes, mode: .new, base: nil, isolation: isolation), name: nil)
  }

  /// Checks a program and compiles it.
  ///
  /// - Parameter others: The diagnostics of the variants of the application that aren't picked.
  convenience init(
    _ program: Program, base: Registry? = nil, others: [Diagnostic] = [], name: String?
  ) throws(RegistryError) {
    let (layer, found) = try Self.compile(program, base, others, name: name)
    self.init(layer, of: program, base, found, name: name, purpose: .use)
  }

  /// Checks a program with all rules and those of its modules, and compiles it.
  ///
  /// - Parameter others: The diagnostics of the variants of the application that aren't picked.
  private static func compile(
    _ program: Program, _ base: Registry?, _ others: [Diagnostic], name: String?
  ) throws(RegistryError) -> (layer: RegistryLayer, found: [Diagnostic]) {
    var found: [Diagnostic]
    do throws(RegistryError) {
      found = try RegistryCompiler.check(program)
    } catch {
      throw others.isEmpty ? error : RegistryCompiler.error(error.diagnostics.adding(others), program)
    }
    let layer = RegistryLayerBuilder(program).layer()
    if !program.modules.isEmpty {
      let checked = Registry(layer, of: program, base, found, name: name, purpose: .check)
      found += program.modules.flatMap { $0.check(checked) }
    }
    found = found.adding(others)
    try RegistryCompiler.stop(at: found, program)
    return (layer, found)
  }

  /// Returns what's found in the variants that a program doesn't pick: each profile, and the application without one.
  private static func others(_ program: Program, _ routes: Routes, name: String?) -> [Diagnostic] {
    let varying = program.varyingProfiles
    guard !varying.isEmpty else { return [] }
    let picked = program.profiles.picked.filter(varying.contains)
    let others = ([[]] + varying.map { [$0] }).filter { $0 != picked }
    return others.flatMap { profiles -> [Diagnostic] in
      var selection = program.profiles
      selection.picked = profiles
      let other = Program(routes, mode: .new, base: nil, stage: program.stage, profiles: selection)
      let variant = profiles.first.map { Diagnostic.Variant.profile($0) } ?? .withoutProfile
      do throws(RegistryError) {
        return try compile(other, nil, [], name: name).found.map { $0.found(in: variant) }
      } catch {
        return error.diagnostics.map { $0.found(in: variant) }
      }
    }
  }

  private init(
    _ layer: RegistryLayer, _ instances: InstanceSlots, _ properties: RegistryProperties,
    base: Registry? = nil,
    scope: OpenScope? = nil, _ attachments: Attachments?, _ purpose: Purpose
  ) {
    self.layer = layer
    self.instances = instances
    self.properties = properties
    self.base = base
    self.scope = scope
    self.attachments = attachments
    self.purpose = purpose
    isPlain = scope == nil && purpose != .counted && attachments?.recorder == nil
  }

  private convenience init(
    _ layer: RegistryLayer, of program: Program, _ base: Registry?, _ found: [Diagnostic], name: String?,
    purpose: Purpose
  ) {
    let shared = program.mode == .extending ? base : nil
    let properties = RegistryProperties.adding(
      program.handlers, found, program.modules, name: name, stage: program.stage, profiles: program.profiles,
      isolation: program.isolation, to: base?.properties)
    self.init(
      layer, Self.slots(for: layer, extending: shared), properties, base: shared, .of(layer, properties),
      purpose)
  }

  /// Returns the slots of a root, which is counted as their user.
  private static func slots(for layer: RegistryLayer, extending base: Registry?) -> InstanceSlots {
    // An extension that keeps nothing itself has no slots of its own, unless instances of an early base may look
    // something up in it: then they need a registry that doesn't keep it alive.
    if let base, base.stage == .complete, base.layer.instanceSlotCount == layer.instanceSlotCount,
      base.instances.enter()
    {
      return base.instances
    }
    let slots = InstanceSlots(count: layer.instanceSlotCount)
    // An extension of a released registry is one, too.
    if let base, !base.instances.enter() { _ = slots.leave() }
    return slots
  }

  /// Creates a registry that adds a layer to another one's, and has nothing else of its own.
  convenience init(_ layer: RegistryLayer, over base: Registry) {
    self.init(
      layer, InstanceSlots(count: layer.instanceSlotCount), base.properties, .of(layer, base.properties), .use
    )
  }

  /// Creates the empty registry that's used when none is installed.
  static func standIn() -> Registry {
    let program = Program(Routes(), mode: .new, base: nil)
    return Registry(RegistryLayerBuilder(program).layer(), of: program, nil, [], name: nil, purpose: .standIn)
  }

  /// Creates a registry that has the same routes, records what it makes, and can release its instances.
  ///
  /// - Parameters:
  ///   - root: A registry that isn't a scope's.
  ///   - recorder: Receives requests and new instances.
  ///   - hasHandlers: Whether observers, interceptors, and reporters are called; a dry run calls none.
  convenience init(recordingRoot root: Registry, _ recorder: RegistryRecorder, hasHandlers: Bool) {
    let known = root.properties
    let properties = RegistryProperties(
      name: known.name, stage: known.stage, profiles: known.profiles, isolation: known.isolation,
      handlers: hasHandlers ? known.handlers : nil, found: known.found, modules: known.modules)
    self.init(
      root.layer, InstanceSlots(count: root.layer.instanceSlotCount, canBeEmptied: true), properties,
      .of(root.layer, properties, recorder), .use)
  }

  /// Creates the registry of a scope that's opened.
  ///
  /// - Parameters:
  ///   - scope: The scope.
  ///   - shared: The registry of the same scope whose instances this one shares; nil if it isn't an extension.
  convenience init(opening scope: OpenScope, sharing shared: Registry?) {
    let outer = scope.outer
    self.init(
      outer.layer, outer.instances, outer.properties, base: shared, scope: scope, outer.attachments, .scope)
  }

  /// Creates the registry that makes the instances of a scope.
  convenience init(makingFor registry: Registry, _ scope: OpenScope) {
    self.init(
      registry.layer, registry.instances, registry.properties, base: registry.base, scope: scope,
      registry.attachments, .maker)
  }

  /// Creates the registry that makes the instances of a root.
  convenience init(countedFor root: Registry) {
    self.init(
      root.layer, root.instances, root.properties, base: root.base?.counted, root.attachments, .counted)
  }

  deinit {
    if scope == nil, purpose != .counted { endUse() }
    // What was opened and not closed ends with its registry.
    guard purpose == .scope, let openScope else { return }
    // The registry still retains the scope here.
    openScope.read { scope in
      scope.end()
      if let base { base.scope?.remove(scope) }
    }
  }

  /// Returns the handlers of one kind, those of base registries first.
  package func handlers<Kind: Handler>(_: Kind.Type) -> [Kind] {
    properties.handlers?.elements.compactMap { $0 as? Kind } ?? []
  }
}
