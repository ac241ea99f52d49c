/// The way to a new destination where it is only made and converted.
///
/// A struct around the closure, because the closure in an optional would be called through two thunks.
@usableFromInline
struct DirectWay<Requested>: Sendable {
  @usableFromInline let make: @Sendable (Registry) throws -> Requested
}
