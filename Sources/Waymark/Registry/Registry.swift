import Synchronization
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
/// ``overriding(_:)``; each has singletons of its own. All functions are safe to call from any thread;
/// those that make views are bound to the main actor. Finding a route takes no lock and does not become
/// slower with the number of routes.
public final class Registry: Sendable, RouteVocabulary {
  @usableFromInline let layer: RegistryLayer
  @usableFromInline let instances: InstanceSlots
  let aspects: RegistryAspects
  let found: LayeredList<Diagnostic>?

  /// The warnings and notes of compilation; errors would have made it throw.
  ///
  /// - Complexity: Linear in their number.
  public var diagnostics: [Diagnostic] { found?.elements ?? [] }

  /// What a registry is for.
  @usableFromInline
  enum Purpose: Sendable {
    /// To make destinations.
    case use
    /// To be looked at by modules' own rules; it makes nothing.
    case check
    /// To stand in where none was installed.
    case standIn
  }

  @usableFromInline let purpose: Purpose
  /// Hears what is asked for and made; nil but in dry runs and tests.
  @usableFromInline let recorder: RegistryRecorder?
  private let graphWhenAsked = AtomicLazyReference<GraphBox>()
  let urlsWhenAsked = WriteOnce<URLIndex>()

  /// The name of the registry in messages.
  public let name: String?

  /// How much of the application the registry has.
  public let stage: Stage

  /// Compiles declarations into a registry.
  ///
  /// - Parameters:
  ///   - name: A name for messages, where there are several registries.
  ///   - stage: Whether this is everything, or what the first screen needs.
  ///   - routes: Routes, adapters and modules.
  /// - Throws: All problems that the rules found, if one of them is an error.
  /// - Complexity: Linear in the number of declarations.
  public convenience init(
    name: String? = nil, stage: Stage = .complete, @RoutesBuilder _ routes: () -> Routes
  ) throws(RegistryError) {
    try self.init(RegistryCompiler(routes(), mode: .new, base: nil, name: name, stage: stage).compile())
  }

  init(_ compiled: RegistryCompiler.Result, purpose: Purpose = .use) {
    layer = compiled.layer
    instances = InstanceSlots(count: compiled.layer.instanceSlotCount)
    aspects = compiled.aspects
    found = compiled.diagnostics
    name = compiled.name
    stage = compiled.stage
    self.purpose = purpose
    recorder = nil
  }

  /// The same routes in a registry that somebody listens to, with instances of its own that can be let go.
  ///
  /// - Parameter hasAspects: Whether observers, interceptors and reporters are told; a dry run tells none.
  package init(recordingOf registry: Registry, _ recorder: RegistryRecorder, hasAspects: Bool) {
    layer = registry.layer
    instances = InstanceSlots(count: layer.instanceSlotCount, canBeEmptied: true)
    aspects = hasAspects ? registry.aspects : RegistryAspects()
    found = registry.found
    name = registry.name
    stage = registry.stage
    purpose = .use
    self.recorder = recorder
  }

  /// What the routes need and provide, as a value.
  ///
  /// - Complexity: Linear in the number of routes and dependencies when it is first asked for; O(1) then.
  public var graph: RouteGraph {
    if let box = graphWhenAsked.load() { return box.graph }
    return graphWhenAsked.storeIfNil(GraphBox(RouteGraphBuilder(self).graph())).graph
  }

  /// Keeps the graph once it was asked for.
  private final class GraphBox: Sendable {
    let graph: RouteGraph
    init(_ graph: RouteGraph) { self.graph = graph }
  }
}
