/// Returns a value as the type that it's known to have, where the compiler can't know that two types are the
/// same.
///
/// Debug builds check the types; release builds don't, so that the conversion costs nothing.
///
/// - Parameters:
///   - value: A value.
///   - type: The same type as the static one, which the caller proves beside the call.
@inlinable
@inline(__always)
public func knownType<Value, Known>(_ value: Value, as type: Known.Type) -> Known {
  assert(Value.self == Known.self)
  // SAFETY: by the caller's proof, the types are the same; checked above in debug builds.
  return unsafeBitCast(value, to: Known.self)
}

/// Returns a value as a type, if it's stored as this type and not as an existential that contains such a value.
///
/// In contrast to a cast, nothing is looked up.
package func storedValue<Known>(_ value: Any, as type: Known.Type) -> Known? {
  // `type(of:)` would return the type of what an existential contains.
  func open<Value>(_ value: Value) -> Known? {
    Value.self == Known.self ? knownType(value, as: type) : nil
  }
  return open(value)
}

/// Returns a value as a struct whose only stored property is such a value.
///
/// - Parameters:
///   - value: A value.
///   - type: The struct, which the caller proves beside the call to be such a one.
@inlinable
package func knownWrapper<Value, Wrapper>(of value: Value, as type: Wrapper.Type) -> Wrapper {
  precondition(MemoryLayout<Value>.size == MemoryLayout<Wrapper>.size, "\(Wrapper.self) has other properties")
  // SAFETY: by the caller's proof; a struct with one stored property has the layout of that property.
  return unsafeBitCast(value, to: Wrapper.self)
}

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

/// Conversions of functions that are bound to the main actor to functions that aren't.
///
/// The closures of views and services are called by the same code, which isn't bound to an actor. A view's
/// closures lose their isolation here, when they're declared. They're called only from main-actor entry
/// points: `@MainActor` functions of routers, resolvers, and wrappers. A dynamic check
/// (`MainActor.assumeIsolated`) at each call would cost about twice as much as everything else that's done to
/// make an object.
public enum MainActorErasure {
  // SAFETY of all: a synchronous function has the same calling convention whether or not it's bound to a
  // global actor (the caller of a synchronous function has to be on the actor, which isn't passed), so that
  // only the static type changes. The caller guarantees, beside the call, that the result is only ever called
  // on the main actor.

  /// Erases a function without parameters.
  @inlinable
  public static func erase<Result>(
    _ function: @escaping @MainActor () throws -> Result
  ) -> @Sendable () throws -> Result {
    unsafeBitCast(function, to: (@Sendable () throws -> Result).self)
  }

  /// Erases a function with one parameter.
  @inlinable
  public static func erase<A, Result>(
    _ function: @escaping @MainActor (A) throws -> Result
  ) -> @Sendable (A) throws -> Result {
    unsafeBitCast(function, to: (@Sendable (A) throws -> Result).self)
  }

  /// Erases a function that consumes its parameter.
  @inlinable
  public static func erase<A, Result>(
    taking function: @escaping @MainActor (__owned A) throws -> Result
  ) -> @Sendable (__owned A) throws -> Result {
    unsafeBitCast(function, to: (@Sendable (__owned A) throws -> Result).self)
  }

  /// Erases a function with two parameters.
  @inlinable
  public static func erase<A, B, Result>(
    _ function: @escaping @MainActor (A, B) throws -> Result
  ) -> @Sendable (A, B) throws -> Result {
    unsafeBitCast(function, to: (@Sendable (A, B) throws -> Result).self)
  }

  /// Erases a function with an `inout` first parameter.
  @inlinable
  public static func erase<A, B>(
    _ function: @escaping @MainActor (inout A, B) throws -> Void
  ) -> @Sendable (inout A, B) throws -> Void {
    unsafeBitCast(function, to: (@Sendable (inout A, B) throws -> Void).self)
  }

  /// Erases a function with an `inout` second parameter.
  @inlinable
  public static func erase<A, B>(
    _ function: @escaping @MainActor (A, inout B) throws -> Void
  ) -> @Sendable (A, inout B) throws -> Void {
    unsafeBitCast(function, to: (@Sendable (A, inout B) throws -> Void).self)
  }

  /// Erases a function with three parameters, of which the first is `inout`.
  @inlinable
  public static func erase<A, B, C>(
    _ function: @escaping @MainActor (inout A, B, C) throws -> Void
  ) -> @Sendable (inout A, B, C) throws -> Void {
    unsafeBitCast(function, to: (@Sendable (inout A, B, C) throws -> Void).self)
  }
}
