extension Registry {
  /// What few registries have, and the registries of their scopes with them.
  @usableFromInline
  final class Attachments: Sendable {
    /// Receives requests and new instances; nil except in dry runs and tests.
    @usableFromInline let recorder: RegistryRecorder?
    /// The started instances of the root; nil if no route has any.
    let lifecycle: Lifecycle?

    /// Creates the attachments of a root; fails if it needs none.
    init?(_ layer: RegistryLayer, _ properties: RegistryProperties, _ recorder: RegistryRecorder? = nil) {
      guard recorder != nil || layer.hasLifecycles else { return nil }
      self.recorder = recorder
      lifecycle = layer.hasLifecycles ? Lifecycle(properties) : nil
    }
  }

  /// Receives requests and new instances; nil except in dry runs and tests.
  @inlinable var recorder: RegistryRecorder? { attachments?.recorder }

  /// The started instances of a registry that isn't a scope's; nil if no route has any.
  var ownLifecycle: Lifecycle? { scope == nil ? attachments?.lifecycle : nil }
}
