public import WaymarkRuntime

/// The immutable snapshot of all routes, compiled and checked once.
///
///     let registry = try Registry {
///       EditorModule()
///       StorageModule()
///     }
///     Registry.install(registry)
///
/// A registry never changes. A changed registry is another one, derived with ``extending(stage:_:)`` or
/// ``overriding(_:)``; each has singletons of its own. All functions are safe to call from any thread; those
/// that make views are bound to the main actor. Finding a route takes no lock, and doesn't slow down with the
/// number of routes.
public final class Registry: Sendable, RouteVocabulary {
  @usableFromInline let layer: RegistryLayer
  @usableFromInline let instances: InstanceSlots
  let handlers: LayeredList<any Handler>?
  let found: LayeredList<Diagnostic>?

  /// The warnings and notes of compilation, including those of base registries.
  ///
  /// There are no errors among them, because an error makes the initializer throw.
  ///
  /// - Complexity: Linear in their number.
  public var diagnostics: [Diagnostic] { found?.elements ?? [] }

  /// The purpose of a registry.
  @usableFromInline
  enum Purpose: Sendable {
    /// To make destinations.
    case use
    /// To be examined by modules' own rules; requests for destinations are refused.
    case check
    /// To be the current registry when none is installed.
    case standIn
  }

  @usableFromInline let purpose: Purpose
  /// Receives requests and new instances; nil except in dry runs and tests.
  @usableFromInline let recorder: RegistryRecorder?
  /// The data that later stages compute when they first need it: the index of URLs, and the graph.
  let urlIndex = OnceReference<LazyPart>()
  let graphBox = OnceReference<LazyPart>()
  /// The data that the rules about URLs computed, if the registry has no base.
  let patternIndex: LazyPart?

  /// The name of the registry in messages; nil if it has none.
  public let name: String?

  /// The part of the application's declarations that the registry has.
  public let stage: Stage

  /// Compiles declarations into a registry.
  ///
  /// - Parameters:
  ///   - name: A name for messages, if a program has several registries.
  ///   - stage: Whether these are all declarations, or only those that the first screen needs.
  ///   - routes: Routes, adapters, and modules.
  /// - Throws: A `RegistryError` with all diagnostics, if at least one is an error.
  /// - Complexity: Linear in the number of declarations.
  public convenience init(
    name: String? = nil, stage: Stage = .complete, @RoutesBuilder _ routes: () -> Routes
  ) throws(RegistryError) {
    try self.init(Program(routes(), mode: .new, base: nil, stage: stage), name: name)
  }

  /// Checks a program and compiles it.
  convenience init(_ program: Program, name: String?) throws(RegistryError) {
    var found = try RegistryCompiler.check(program)
    let layer = RegistryLayerBuilder(program).layer()
    if !program.modules.isEmpty {
      let checked = Registry(layer, of: program, found, name: name, purpose: .check)
      let added = program.modules.flatMap { $0.check(checked) }
      found += added
      if !added.isEmpty { try RegistryCompiler.stop(at: found, program) }
    }
    self.init(layer, of: program, found, name: name, purpose: .use)
  }

  private init(
    _ layer: RegistryLayer, of program: Program, _ found: [Diagnostic], name: String?, purpose: Purpose
  ) {
    self.layer = layer
    instances = InstanceSlots(count: layer.instanceSlotCount)
    handlers = .adding(program.handlers, to: program.base?.handlers)
    self.found = .adding(found, to: program.base?.found)
    self.name = name
    stage = program.stage
    self.purpose = purpose
    recorder = nil
    patternIndex = program.mode == .new ? program.patternIndex : nil
  }

  /// Creates a registry that adds a layer to another one's, and has nothing else of its own.
  init(_ layer: RegistryLayer, over base: Registry) {
    self.layer = layer
    instances = InstanceSlots(count: layer.instanceSlotCount)
    handlers = base.handlers
    found = base.found
    name = base.name
    stage = base.stage
    purpose = .use
    recorder = nil
    patternIndex = nil
  }

  /// Creates the empty registry that's used when none is installed.
  static func standIn() -> Registry {
    let program = Program(Routes(), mode: .new, base: nil)
    return Registry(RegistryLayerBuilder(program).layer(), of: program, [], name: nil, purpose: .standIn)
  }

  /// Creates a registry that has the same routes, records what it makes, and can release its instances.
  ///
  /// - Parameter hasHandlers: Whether observers, interceptors, and reporters are called; a dry run calls
  ///   none.
  package init(recordingOf registry: Registry, _ recorder: RegistryRecorder, hasHandlers: Bool) {
    layer = registry.layer
    instances = InstanceSlots(count: layer.instanceSlotCount, canBeEmptied: true)
    handlers = hasHandlers ? registry.handlers : nil
    found = registry.found
    name = registry.name
    stage = registry.stage
    purpose = .use
    self.recorder = recorder
    patternIndex = registry.patternIndex
  }

  /// Returns the handlers of one kind, those of base registries first.
  func handlers<Kind: Handler>(_: Kind.Type) -> [Kind] {
    handlers?.elements.compactMap { $0 as? Kind } ?? []
  }
}
