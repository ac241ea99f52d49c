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
