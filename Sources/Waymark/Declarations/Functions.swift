public import WaymarkRuntime

// The functions of a route, each in a struct of its own so that `ErasedFunction` can store it.

/// A function that makes a destination without a configuration.
///
/// It takes the parts of a ``Resolver``: most factories need none, and making a resolver counts a reference.
@usableFromInline
struct MakeFunction<Destination>: Sendable {
  @usableFromInline let call: @Sendable (Registry, RequestContext?) throws -> Destination

  @inlinable
  init(_ call: @escaping @Sendable (Registry, RequestContext?) throws -> Destination) { self.call = call }
}

/// A function that makes a destination with a configuration.
struct ConfiguredMakeFunction<Destination>: Sendable {
  let call: @Sendable (_ configuration: Any, Resolver) throws -> Destination
}

/// A function that prepares a destination after its caller did.
@usableFromInline
struct PrepareFunction<Destination>: Sendable {
  @usableFromInline let call: @Sendable (inout Destination, _ configuration: Any?, Resolver) throws -> Void

  @inlinable
  init(_ call: @escaping @Sendable (inout Destination, Any?, Resolver) throws -> Void) { self.call = call }
}

/// A function that turns a destination into what was asked for.
@usableFromInline
struct ConvertFunction<Destination, Requested>: Sendable {
  /// Takes the destination over, so that one that's only handed on isn't counted.
  @usableFromInline let call: @Sendable (__owned Destination) throws -> Requested

  @inlinable
  init(_ call: @escaping @Sendable (__owned Destination) throws -> Requested) { self.call = call }
}

/// A function that makes a new destination as what was asked for, where there's nothing else to do.
@usableFromInline
typealias DirectFunction = @Sendable (Registry, ResultSlot) throws -> Void

/// A function that joins a factory with a conversion.
///
/// It's written in the user's module, where the types are known, so that the compiler can join the two.
@usableFromInline
typealias JoinFunction = @Sendable (_ make: ErasedFunction, ExistentialConversion?) -> DirectFunction

/// An error of a route's conversion, told apart from one of its factory where both run as one function.
@usableFromInline
struct ConversionFailure: Error {
  @usableFromInline let underlying: any Error

  @inlinable
  init(underlying: any Error) { self.underlying = underlying }
}
