import WaymarkRuntime

/// The properties that a registry shares with the registries of its scopes.
final class RegistryProperties: Sendable {
  let name: String?
  let stage: Registry.Stage
  let profiles: PickedProfiles
  let isolation: Isolation?
  let handlers: LayeredList<any Handler>?
  /// The handlers that observe starts and stops.
  let lifecycleObservers: [ObservesLifecycle]
  /// The findings of the compilation, except the next ones.
  let found: LayeredList<Diagnostic>?
  /// The routes that nothing leads to: a program without entry points has a note about nearly every route.
  let unreachable: LayeredList<RouteDeclaration>?
  /// The profiles with declarations of their own.
  let varyingProfiles: [Profile]
  let variants: [Variant]

  /// An early registry with other profiles, to check its extensions for them.
  struct Variant {
    let profiles: [Profile]
    let registry: Registry
  }

  init(
    name: String?, stage: Registry.Stage, profiles: PickedProfiles, isolation: Isolation?,
    handlers: LayeredList<any Handler>?, found: LayeredList<Diagnostic>?,
    unreachable: LayeredList<RouteDeclaration>?, varyingProfiles: [Profile],
    variants: [Variant]
  ) {
    self.name = name
    self.profiles = profiles
    self.isolation = isolation
    self.stage = stage
    self.handlers = handlers
    lifecycleObservers = handlers?.elements.compactMap { $0 as? ObservesLifecycle } ?? []
    self.found = found
    self.unreachable = unreachable
    self.varyingProfiles = varyingProfiles
    self.variants = variants
  }

  /// Returns the properties of a compiled registry, the same object as the base's if nothing changes.
  static func adding(
    _ found: [Diagnostic], of linked: Linked, name: String?, _ variants: [Variant] = [],
    to base: RegistryProperties?
  ) -> RegistryProperties {
    let varying = linked.varyingProfiles(extending: base)
    if let base, linked.handlers.isEmpty, found.isEmpty, varying == base.varyingProfiles,
      linked.stage == .complete, base.stage == .complete
    {
      return base
    }
    return RegistryProperties(
      name: name, stage: linked.stage, profiles: linked.profiles, isolation: linked.isolation,
      handlers: .adding(linked.handlers, to: base?.handlers),
      found: .adding(found.filter { $0.unreachable == nil }, to: base?.found),
      unreachable: .adding(found.compactMap(\.unreachable), to: base?.unreachable),
      varyingProfiles: varying, variants: variants)
  }
}

extension Linked {
  /// Returns the profiles with declarations of their own in these declarations or their base.
  func varyingProfiles(extending base: RegistryProperties?) -> [Profile] {
    let known = base?.varyingProfiles ?? []
    return known + varyingProfiles.filter { !known.contains($0) }
  }
}

extension Registry {
  /// Optional parts of a root registry, which the registries of its scopes share.
  final class Attachments: Sendable {
    /// Receives requests and new instances, in a dry run or a test.
    let recorder: RegistryRecorder?
    let lifecycle: Lifecycle?
    let openScopes: Lock<ScopeList>?
    /// Whether a registry of this root or its scopes was stopped.
    private let stopped = AtomicFlag(false)

    var hasStopped: Bool { stopped.load(ordering: .acquiring) }

    /// Whether requests need neither the recorder nor a look at the instances that were stopped.
    var isSimple: Bool { recorder == nil && !hasStopped }

    /// Records a stop, so that requests look at the instances that they need.
    func noteStop() { stopped.store(true, ordering: .releasing) }

    private init(
      _ image: RegistryImage, _ properties: RegistryProperties, extending base: Registry?,
      _ recorder: RegistryRecorder?
    ) {
      let reports =
        image.hasLifecycles && properties.handlers?.elements.contains { $0 is ReportsErrors } ?? false
      self.recorder = recorder
      lifecycle = image.hasLifecycles ? Lifecycle(properties) : nil
      openScopes = base?.attachments?.openScopes ?? (reports ? Lock(ScopeList()) : nil)
    }

    /// Returns the attachments of a root, perhaps an extension, or nil if it needs none.
    static func of(
      _ image: RegistryImage, _ properties: RegistryProperties, extending base: Registry? = nil,
      _ recorder: RegistryRecorder? = nil
    ) -> Attachments? {
      guard recorder != nil || image.hasLifecycles else { return nil }
      return Attachments(image, properties, extending: base, recorder)
    }
  }

  var recorder: RegistryRecorder? { attachmentsReference?.read { $0.recorder } }
}
