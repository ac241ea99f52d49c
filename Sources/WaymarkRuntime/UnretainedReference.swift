/// An object that somebody else keeps alive, read without counting a reference.
///
/// Counting costs about ten nanoseconds, twice what it takes to find the object.
public struct UnretainedReference<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  /// Borrows an object.
  @inlinable
  init(_ reference: Unmanaged<Object>) { self.reference = reference }

  /// Refers to an object that exists as long as the process.
  package init(immortal object: Object) { reference = .passUnretained(object) }

  /// Reads from the object.
  ///
  /// - Parameter body: The reading. The caller proves, beside the call, that the object lives that long.
  @inlinable
  @inline(__always)
  public func read<Result, Failure: Error>(_ body: (Object) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    do {
      // SAFETY: the caller's proof.
      return try reference._withUnsafeGuaranteedRef(body)
    } catch {
      // The standard function throws what the body throws, and that is a `Failure`.
      throw knownFailure(error, as: Failure.self)
    }
  }

  /// The object, with a reference of the caller's own.
  @inlinable
  @inline(__always)
  public var object: Object {
    // SAFETY: whoever unretained the object keeps it alive until here.
    reference.takeUnretainedValue()
  }
}
