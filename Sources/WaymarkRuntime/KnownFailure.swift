/// An error as the type of which it is known to be.
///
/// A standard function that rethrows forgets the type of what it rethrows.
///
/// - Parameters:
///   - error: The error.
///   - type: Its type, which the caller proves beside the call.
@inlinable
func knownFailure<Failure: Error>(_ error: any Error, as type: Failure.Type) -> Failure {
  guard let failure = error as? Failure else {
    preconditionFailure("a function rethrew an error that its body cannot throw: \(error)")
  }
  return failure
}
