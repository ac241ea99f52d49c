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

extension Registry {
  /// What few registries have, and the registries of their scopes with them.
  @usableFromInline
  final class Attachments: Sendable {
    /// Receives requests and new instances; nil except in dry runs and tests.
    @usableFromInline let recorder: RegistryRecorder?
    /// The started instances of the root; nil if no route has any.
    let lifecycle: Lifecycle?

    private init(recorder: RegistryRecorder?, lifecycle: Lifecycle?) {
      self.recorder = recorder
      self.lifecycle = lifecycle
    }

    /// Returns the attachments of a root; nil, and nothing is allocated, if it needs none.
    static func of(
      _ layer: RegistryLayer, _ properties: RegistryProperties, _ recorder: RegistryRecorder? = nil
    ) -> Attachments? {
      guard recorder != nil || layer.hasLifecycles else { return nil }
      return Attachments(recorder: recorder, lifecycle: layer.hasLifecycles ? Lifecycle(properties) : nil)
    }
  }

  /// Receives requests and new instances; nil except in dry runs and tests.
  @inlinable var recorder: RegistryRecorder? { attachments?.recorder }

  /// The started instances of a registry that isn't a scope's; nil if no route has any.
  var ownLifecycle: Lifecycle? { scope == nil ? attachments?.lifecycle : nil }
}

/// Records a registry's requests and the instances it creates, for a dry run or a test.
///
/// A registry without a recorder uses faster paths.
@usableFromInline
package class RegistryRecorder: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): this class has no properties; each subclass explains why its own are
  // safe. The compiler doesn't check that for a class that isn't final.

  package init() {}

  /// Called for each request, with the requested key.
  func asked(for key: TokenKey) {}

  /// Called for each new instance, with the route that made it.
  func made(_ destination: Any, by route: CompiledRoute) {}

  /// Called for each decorator that has wrapped an instance.
  func decorated(by decorator: CompiledDecorator) {}
}
