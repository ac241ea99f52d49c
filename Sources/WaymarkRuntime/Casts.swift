/// Returns a value as its own type, where the compiler can't know that two types are the same.
///
/// It stops the program if they differ.
///
/// - Parameters:
///   - value: A value.
///   - type: The same type as the static one.
@inlinable
@inline(__always)
public func knownType<Value, Known>(_ value: Value, as type: Known.Type) -> Known {
  precondition(Value.self == Known.self)
  // SAFETY: the types are the same.
  return unsafeBitCast(value, to: Known.self)
}

/// Returns a value as a type, or throws an error if it has another type.
///
/// Most values are stored as exactly the type. For these, this needs no lookup.
package func typedValue<Known, Problem: Error>(
  _ value: Any, as type: Known.Type, or problem: () -> Problem
) throws(Problem) -> Known {
  // `type(of:)` would return the type of the value in an existential.
  func open<Value>(_ value: Value) throws(Problem) -> Known {
    if Value.self == Known.self { return knownType(value, as: type) }
    return try castValue(value, as: type, or: problem)
  }
  return try open(value)
}

/// Apart from ``typedValue(_:as:or:)``, which would look up the optional type at each call otherwise.
@inline(never)
private func castValue<Known, Problem: Error>(
  _ value: Any, as type: Known.Type, or problem: () -> Problem
) throws(Problem) -> Known {
  guard let value = value as? Known else { throw problem() }
  return value
}

/// Returns a value as a struct with a single stored property of its type.
///
/// - Parameters:
///   - value: A value.
///   - type: The struct, which the caller proves beside the call to have only this property.
@inlinable
package func knownWrapper<Value, Wrapper>(of value: Value, as type: Wrapper.Type) -> Wrapper {
  precondition(MemoryLayout<Value>.size == MemoryLayout<Wrapper>.size, "\(Wrapper.self) has other properties")
  // SAFETY: by the caller's proof. A struct with one stored property has the layout of that property.
  return unsafeBitCast(value, to: Wrapper.self)
}

/// Returns an object as an instance of its known class.
///
/// Only debug builds check the class, so the cast costs nothing in release builds.
///
/// - Parameters:
///   - object: An object.
///   - type: Its class or a superclass, which the caller proves beside the call.
@inlinable
@inline(__always)
public func knownDowncast<Object: AnyObject>(_ object: AnyObject, to type: Object.Type) -> Object {
  assert(object is Object)
  // SAFETY: by the caller's proof. Debug builds check it above.
  return unsafeDowncast(object, to: Object.self)
}

/// Returns an error as its known type.
///
/// Use it for a standard function that rethrows, and loses the type of the error.
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

/// Conversions that remove the main actor's isolation from functions.
///
/// The same nonisolated code calls the closures of views and services. A view's closures lose their isolation here, at
/// their declaration. Only main-actor entry points call them: `@MainActor` functions of routers, resolvers, and
/// wrappers. A dynamic check (`MainActor.assumeIsolated`) at each call would cost about twice as much as everything
/// else in the creation of an object.
public enum MainActorErasure {
  // SAFETY of all: a synchronous function has the same calling convention with and without a global actor (its caller
  // has to be on the actor, which isn't passed), so only the static type changes. The caller guarantees, beside the
  // call, that the result is only ever called on the main actor.

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

  /// Erases a function with three parameters, the first of them `inout`.
  @inlinable
  public static func erase<A, B, C>(
    _ function: @escaping @MainActor (inout A, B, C) throws -> Void
  ) -> @Sendable (inout A, B, C) throws -> Void {
    unsafeBitCast(function, to: (@Sendable (inout A, B, C) throws -> Void).self)
  }
}
