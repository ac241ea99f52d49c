import WaymarkRuntime

/// What a registry has besides routes and instances; shared by the registries of the scopes that it opens.
final class RegistryProperties: Sendable {
  let name: String?
  let stage: Registry.Stage
  let profiles: PickedProfiles
  /// Whether a module is compiled alone, so that what it needs may be missing.
  let isIsolated: Bool
  let handlers: LayeredList<any Handler>?
  let found: LayeredList<Diagnostic>?
  /// The first complete extension of an early registry, as long as it exists.
  let completion: Lock<Completion>?

  struct Completion { weak var registry: Registry? }

  init(
    name: String?, stage: Registry.Stage, profiles: PickedProfiles, isIsolated: Bool,
    handlers: LayeredList<any Handler>?, found: LayeredList<Diagnostic>?
  ) {
    self.name = name
    self.profiles = profiles
    self.isIsolated = isIsolated
    self.stage = stage
    self.handlers = handlers
    self.found = found
    completion = stage == .early ? Lock(Completion()) : nil
  }

  /// Returns the properties of a registry that's derived from another one; the same ones if nothing changes.
  static func adding(
    _ handlers: [any Handler], _ found: [Diagnostic], name: String?, stage: Registry.Stage,
    profiles: PickedProfiles, isIsolated: Bool, to base: RegistryProperties?
  ) -> RegistryProperties {
    if let base, handlers.isEmpty, found.isEmpty, stage == .complete, base.stage == .complete { return base }
    return RegistryProperties(
      name: name, stage: stage, profiles: profiles, isIsolated: isIsolated,
      handlers: .adding(handlers, to: base?.handlers),
      found: .adding(found, to: base?.found))
  }
}
