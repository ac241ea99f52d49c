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

/// The form in which a wrapper injects its value, which the declared type determines.
@usableFromInline
enum RoutedForm: Sendable {
  /// The destination.
  case destination
  /// The destination, or nil.
  case optional
  /// A router to the destination.
  case router
  /// A router to the configuration of the destination's route.
  case module
  /// All elements of a collection.
  case collection
  /// The elements of a collection that have a key.
  case keyed
  /// A router to the elements of a collection.
  case contributions
}
