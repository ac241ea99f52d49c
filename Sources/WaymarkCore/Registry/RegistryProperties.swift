import WaymarkRuntime

/// What a registry has besides routes and instances; shared by the registries of the scopes that it opens.
final class RegistryProperties: Sendable {
  let name: String?
  let stage: Registry.Stage
  let profiles: PickedProfiles
  /// The isolation of a module that's compiled alone; nil in any other registry.
  let isolation: Isolation?
  let handlers: LayeredList<any Handler>?
  let found: LayeredList<Diagnostic>?
  /// The types of the modules, which an extension doesn't compile again.
  let modules: LayeredList<ObjectIdentifier>?
  /// The completion of an early registry; nil for a complete one.
  let completion: Lock<Completion>?

  /// The first complete extension of an early registry, as long as it exists.
  struct Completion {
    weak var registry: Registry?
    /// The closures to call when there is one.
    var waiting: [@Sendable () -> Void] = []
  }

  init(
    name: String?, stage: Registry.Stage, profiles: PickedProfiles, isolation: Isolation?,
    handlers: LayeredList<any Handler>?, found: LayeredList<Diagnostic>?,
    modules: LayeredList<ObjectIdentifier>?
  ) {
    self.name = name
    self.profiles = profiles
    self.isolation = isolation
    self.stage = stage
    self.handlers = handlers
    self.found = found
    self.modules = modules
    completion = stage == .early ? Lock(Completion()) : nil
  }

  /// Returns the properties of a registry that's derived from another one; the same ones if nothing changes.
  static func adding(
    _ handlers: [any Handler], _ found: [Diagnostic], _ modules: [any RouteModule], name: String?,
    stage: Registry.Stage, profiles: PickedProfiles, isolation: Isolation?, to base: RegistryProperties?
  ) -> RegistryProperties {
    if let base, handlers.isEmpty, found.isEmpty, modules.isEmpty, stage == .complete, base.stage == .complete
    {
      return base
    }
    return RegistryProperties(
      name: name, stage: stage, profiles: profiles, isolation: isolation,
      handlers: .adding(handlers, to: base?.handlers),
      found: .adding(found, to: base?.found),
      modules: .adding(modules.map { ObjectIdentifier(type(of: $0)) }, to: base?.modules))
  }
}
