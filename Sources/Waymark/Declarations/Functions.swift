public import WaymarkRuntime

// The functions of a route, each in a struct of its own so that `ErasedFunction` can store it.

/// A function that makes a destination without a configuration.
///
/// It takes the parts of a ``Resolver``, because most factories need none and creating a resolver counts a
/// reference.
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

/// A function that prepares a destination after the caller's preparation.
@usableFromInline
struct PrepareFunction<Destination>: Sendable {
  @usableFromInline let call: @Sendable (inout Destination, _ configuration: Any?, Resolver) throws -> Void

  @inlinable
  init(_ call: @escaping @Sendable (inout Destination, Any?, Resolver) throws -> Void) { self.call = call }
}

/// A function that converts a destination to the requested type.
@usableFromInline
struct ConvertFunction<Destination, Requested>: Sendable {
  /// The function, which consumes the destination so that passing it on doesn't count a reference.
  @usableFromInline let call: @Sendable (__owned Destination) throws -> Requested

  @inlinable
  init(_ call: @escaping @Sendable (__owned Destination) throws -> Requested) { self.call = call }
}

/// A function that makes a new destination as the requested type, if nothing else has to be done.
@usableFromInline
typealias DirectFunction = @Sendable (Registry, _ result: inout InlineValue) throws -> Void

/// A function that joins a factory with a conversion.
///
/// It's specialized in the user's module, where the types are known, so that the compiler can inline the two.
@usableFromInline
typealias JoinFunction = @Sendable (_ make: ErasedFunction, ExistentialConversion?) -> DirectFunction

/// An error of a route's conversion, distinguished from one of its factory if both run as one function.
@usableFromInline
struct ConversionFailure: Error {
  @usableFromInline let underlying: any Error

  @inlinable
  init(underlying: any Error) { self.underlying = underlying }
}
