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
