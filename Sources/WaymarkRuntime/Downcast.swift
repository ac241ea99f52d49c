/// The object as an instance of the class that it is known to have.
///
/// Debug builds check the claim; release builds do not pay for it.
///
/// - Parameters:
///   - object: An object.
///   - type: Its class, or a superclass. The caller proves it, beside the call.
@inlinable
@inline(__always)
public func knownDowncast<Object: AnyObject>(_ object: AnyObject, to type: Object.Type) -> Object {
  assert(object is Object)
  // SAFETY: the caller's proof; checked above in debug builds.
  return unsafeDowncast(object, to: Object.self)
}
