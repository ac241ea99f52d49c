public import WaymarkRuntime

/// The storage of a wrapper's result, shared by the copies of a wrapper so that all have the same result.
@usableFromInline
final class RoutedStorage: OnceStorage, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): a `let`, and `OnceStorage` guards what's written. The value is used by
  // several threads only through a `Routed` that's `Sendable`, which requires a `Sendable` value.

  /// The registry that was making something or bound when the wrapper was created.
  @usableFromInline let registry: Registry?

  @inlinable
  init(registry: Registry?) {
    self.registry = registry
    super.init()
  }
}
