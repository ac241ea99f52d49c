/// Returns an error as the type that it's known to have.
///
/// Use it for a standard function that rethrows, which loses the type of the error.
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
