/// A singleton as one of the types it is provided as.
@usableFromInline
final class KeptInstance<Requested>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): immutable, and only the singleton itself is kept here, never what a
  // closure made of it. A service that is kept is `Sendable` (the type of the entry `Singleton()` asks for
  // it); a view is touched on the main actor only.
  @usableFromInline let value: Requested

  init(_ value: Requested) { self.value = value }
}
