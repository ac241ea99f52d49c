import WaymarkRuntime

/// The immutable snapshot of all routes, compiled and checked once.
///
///     let registry = try Registry {
///       EditorModule()
///       StorageModule()
///     }
///     Registry.install(registry)
///
/// A registry never changes. A changed registry is another one, derived with ``extending(_:)`` or
/// ``overriding(_:)``; each has singletons of its own. All functions are safe to call from any thread;
/// those that make views are bound to the main actor. Finding a route takes no lock and does not become
/// slower with the number of routes.
public final class Registry: Sendable, RouteVocabulary {
  let layer: RegistryLayer
  let instances: InstanceSlots
  let reporters: [ReportsErrors]

  /// The warnings and notes of compilation; errors would have made it throw.
  public let diagnostics: [Diagnostic]

  /// False for the one that stands in where none was installed.
  let isInstalledOrBuilt: Bool

  /// Compiles declarations into a registry.
  ///
  /// - Parameter routes: Routes, adapters and modules.
  /// - Throws: All problems that the rules found, if one of them is an error.
  /// - Complexity: Linear in the number of declarations.
  public convenience init(@RoutesBuilder _ routes: () -> Routes) throws(RegistryError) {
    try self.init(RegistryCompiler(routes(), mode: .new, base: nil).compile())
  }

  init(_ compiled: RegistryCompiler.Result, isInstalledOrBuilt: Bool = true) {
    layer = compiled.layer
    instances = InstanceSlots(count: compiled.layer.instanceSlotCount)
    reporters = compiled.reporters
    diagnostics = compiled.diagnostics
    self.isInstalledOrBuilt = isInstalledOrBuilt
  }
}
