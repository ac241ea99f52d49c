/// Conversions between a class type that's known only at run time and `AnyObject`, without a dynamic cast.
///
/// `value as AnyObject` bridges, which includes a cast. The first cast of each type searches all conformance
/// records of the program, which takes 60 microseconds if there are 37,000.
package enum ObjectCast {
  /// Returns whether values of a type are references to objects: classes and actors, not existentials.
  package static func isClass(_ type: Any.Type) -> Bool { Metadata(of: type).kind == .class }

  /// Returns the object that a value is a reference to.
  ///
  /// - Parameter value: A value of a class type, for which `isClass` is true.
  package static func object<Class>(_ value: Class) -> AnyObject {
    assert(isClass(Class.self))
    // SAFETY: a value of a class type is one word, the reference, as an `AnyObject` is.
    return unsafeBitCast(value, to: AnyObject.self)
  }

  /// Returns an object as a value of its class type.
  ///
  /// - Parameters:
  ///   - object: An instance of the class or of a subclass, which the caller proves beside the call.
  ///   - type: The class.
  package static func value<Class>(_ object: AnyObject, as type: Class.Type) -> Class {
    assert(isClass(Class.self) && object is Class)
    // SAFETY: by the caller's proof; see `object(_:)`.
    return unsafeBitCast(object, to: Class.self)
  }
}
