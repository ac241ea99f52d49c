public import WaymarkRuntime

/// Where a wrapper keeps its result: shared by the copies of a wrapper, so that all see one result.
@usableFromInline
final class RoutedStorage: OnceStorage, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): a `let`, and `OnceStorage` guards what's written. The value is used by several
  // threads only through a `Routed` that's `Sendable`, which asks for a `Sendable` value.

  /// The registry that was at work or bound when the wrapper was created.
  @usableFromInline let registry: Registry?

  @inlinable
  init(registry: Registry?) {
    self.registry = registry
    super.init()
  }
}
