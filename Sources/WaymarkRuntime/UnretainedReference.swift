/// A reference to an object that its owner retains, read without counting a reference.
///
/// Counting takes about ten nanoseconds, twice as long as finding the object.
public struct UnretainedReference<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  /// Creates a reference to an object.
  @inlinable
  init(_ reference: Unmanaged<Object>) { self.reference = reference }

  /// Creates a reference to an object.
  ///
  /// - Parameter object: An object that the caller retains as long as the reference is used.
  @inlinable
  @inline(__always)
  public init(retainedByCaller object: Object) { reference = .passUnretained(object) }

  /// Creates a reference to an object that exists as long as the process.
  package init(immortal object: Object) { reference = .passUnretained(object) }

  /// Calls `body` with the object.
  ///
  /// - Parameter body: The closure. The caller proves, beside the call, that the object exists until it
  ///   returns.
  @inlinable
  @inline(__always)
  public func read<Result, Failure: Error>(_ body: (Object) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    do {
      // SAFETY: by the caller's proof.
      return try reference._withUnsafeGuaranteedRef(body)
    } catch {
      // The standard function throws only what the body throws, which is a `Failure`.
      throw knownFailure(error, as: Failure.self)
    }
  }

  /// The object, retained.
  @inlinable
  @inline(__always)
  public var object: Object {
    // SAFETY: the creator of this reference guarantees that the object exists until here.
    reference.takeUnretainedValue()
  }
}
