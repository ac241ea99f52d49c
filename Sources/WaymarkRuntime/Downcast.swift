/// Returns an object as an instance of the class that it's known to have.
///
/// Debug builds check the class; release builds don't, so that the cast costs nothing.
///
/// - Parameters:
///   - object: An object.
///   - type: Its class or a superclass, which the caller proves beside the call.
@inlinable
@inline(__always)
public func knownDowncast<Object: AnyObject>(_ object: AnyObject, to type: Object.Type) -> Object {
  assert(object is Object)
  // SAFETY: by the caller's proof; checked above in debug builds.
  return unsafeDowncast(object, to: Object.self)
}
