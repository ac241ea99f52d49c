import WaymarkRuntime

/// Where a wrapper keeps its result: shared by the copies of a wrapper, so that all see one result.
final class RoutedStorage<Value>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only `let`s, and `WriteOnce` guards what is written. The value is used
  // by several threads only through a `Routed` that is `Sendable`, which asks for a `Sendable` value.
  let registry: Registry?
  let result = WriteOnce<Value>()

  init(registry: Registry?) { self.registry = registry }
}
