/// Tells an error of a route's conversion from one of its factory, where both run as one closure.
@usableFromInline
struct ConversionFailure: Error {
  @usableFromInline let underlying: any Error

  @inlinable
  init(underlying: any Error) { self.underlying = underlying }
}
