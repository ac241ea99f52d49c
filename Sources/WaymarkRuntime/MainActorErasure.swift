/// Functions that are bound to the main actor, as functions that are not.
///
/// A view's closures and a service's run through one and the same code, which knows no actor. A view's
/// lose their isolation here, when they are declared, and get it back by the only doors that lead to
/// them: `@MainActor` functions of routers, resolvers and wrappers. A dynamic check
/// (`MainActor.assumeIsolated`) in between would cost about twice as much as all else that is done to
/// make an object.
public enum MainActorErasure {
  // SAFETY of all: a synchronous function has one calling convention, whether or not it is bound
  // to a global actor (the actor of a synchronous function is proved by the caller and not passed), so
  // that only the static type changes. The caller promises, beside the call, that the result is only
  // ever called on the main actor.

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

  /// Erases a function that takes its parameter over.
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

  /// Erases a function that changes its first parameter.
  @inlinable
  public static func erase<A, B>(
    _ function: @escaping @MainActor (inout A, B) throws -> Void
  ) -> @Sendable (inout A, B) throws -> Void {
    unsafeBitCast(function, to: (@Sendable (inout A, B) throws -> Void).self)
  }

  /// Erases a function that changes its second parameter.
  @inlinable
  public static func erase<A, B>(
    _ function: @escaping @MainActor (A, inout B) throws -> Void
  ) -> @Sendable (A, inout B) throws -> Void {
    unsafeBitCast(function, to: (@Sendable (A, inout B) throws -> Void).self)
  }

  /// Erases a function with three parameters that changes its first.
  @inlinable
  public static func erase<A, B, C>(
    _ function: @escaping @MainActor (inout A, B, C) throws -> Void
  ) -> @Sendable (inout A, B, C) throws -> Void {
    unsafeBitCast(function, to: (@Sendable (inout A, B, C) throws -> Void).self)
  }
}
