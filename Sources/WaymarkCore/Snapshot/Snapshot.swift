/// What the compiler reads of the registry from which another one is derived.
package struct Snapshot: Sendable {
  package let layer: RegistryLayer
  let stage: Registry.Stage
  /// The types of the modules, which an extension doesn't compile again.
  let modules: LayeredList<ObjectIdentifier>?
  /// Whether one module was compiled alone, without those that it needs.
  let isIsolated: Bool
}
