import WaymarkRuntime

/// What a registry has besides routes and instances; shared by the registries of the scopes that it opens.
final class RegistryProperties: Sendable {
  let name: String?
  let stage: Registry.Stage
  let profile: Profile?
  /// The isolation of a module that's compiled alone; nil in any other registry.
  let isolation: Isolation?
  let handlers: LayeredList<any Handler>?
  let found: LayeredList<Diagnostic>?
  /// The first complete extension of an early registry, as long as it exists.
  let completion: Lock<Completion>?

  struct Completion { weak var registry: Registry? }

  init(
    name: String?, stage: Registry.Stage, profile: Profile?, isolation: Isolation?,
    handlers: LayeredList<any Handler>?, found: LayeredList<Diagnostic>?
  ) {
    self.name = name
    self.profile = profile
    self.isolation = isolation
    self.stage = stage
    self.handlers = handlers
    self.found = found
    completion = stage == .early ? Lock(Completion()) : nil
  }

  /// Returns the properties of a registry that's derived from another one; the same ones if nothing changes.
  static func adding(
    _ handlers: [any Handler], _ found: [Diagnostic], name: String?, stage: Registry.Stage, profile: Profile?,
    isolation: Isolation?, to base: RegistryProperties?
  ) -> RegistryProperties {
    if let base, handlers.isEmpty, found.isEmpty, stage == .complete, base.stage == .complete { return base }
    return RegistryProperties(
      name: name, stage: stage, profile: profile, isolation: isolation,
      handlers: .adding(handlers, to: base?.handlers),
      found: .adding(found, to: base?.found))
  }
}

/// The isolation of one module that a test compiles alone, in whose registry dependencies may be missing.
package struct Isolation: Sendable {
  /// A function that returns the value of an `@Routed` property that nothing provides; nil if its type has none.
  ///
  /// - Parameters:
  ///   - type: The type of the property.
  ///   - error: The error that names the missing dependency and the property.
  ///   - location: The location of the property's declaration.
  package typealias Placeholder =
    @Sendable (_ type: Any.Type, _ error: RouteError, _ location: DeclarationLocation) -> Any?

  let placeholder: Placeholder
}
