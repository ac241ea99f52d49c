/// Tells an error of a route's conversion from one of its factory, where both run as one closure.
struct ConversionFailure: Error {
  let underlying: any Error
}
