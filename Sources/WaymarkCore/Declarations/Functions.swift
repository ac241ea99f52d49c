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

/// The functions that make an instance and convert it to the requested type, each as a box of its value.
///
/// They're specialized in the user's module, where the types are known, so that making an instance in the general way
/// asks the runtime for no generic types. The budget of the first resolve needs that.
@usableFromInline
struct BoxedSteps: Sendable {
  /// Makes the destination with a `MakeFunction`.
  let make: @Sendable (_ make: ErasedFunction, Registry, RequestContext?) throws -> ValueBox
  /// Converts the destination with a `ConvertFunction`, a conversion, or a dynamic cast.
  ///
  /// The result says whether all callers may share it, because it's the destination itself.
  let convert:
    @Sendable (ValueBox, ErasedFunction?, ExistentialConversion?) throws -> (box: ValueBox, isShared: Bool)

  @inlinable
  init<Destination, Requested>(_: Destination.Type, as _: Requested.Type) {
    // The route that has this binding makes a `Destination`, and its provider is requested as `Requested`.
    self.init(
      make: { make, registry, context in
        ValueBox(try make.function(as: MakeFunction<Destination>.self).call(registry, context))
      },
      convert: { box, conversion, existential in
        let destination = box.value(as: Destination.self)
        if let conversion {
          let convert = conversion.function(as: ConvertFunction<Destination, Requested>.self)
          let requested = try convert.call(destination)
          return (ValueBox(requested), ObjectIdentity.isSame(requested, destination))
        }
        if let existential {
          return (ValueBox(existential.convert(destination, to: Requested.self)), true)
        }
        guard let requested = destination as? Requested else {
          throw RouteError.destinationMismatch(destination, as: Requested.self)
        }
        return (ValueBox(requested), true)
      })
  }

  @usableFromInline
  init(
    make: @escaping @Sendable (ErasedFunction, Registry, RequestContext?) throws -> ValueBox,
    convert:
      @escaping @Sendable (ValueBox, ErasedFunction?, ExistentialConversion?) throws -> (
        box: ValueBox, isShared: Bool
      )
  ) {
    self.make = make
    self.convert = convert
  }
}

/// An error of a route's conversion, distinguished from one of its factory if both run as one function.
@usableFromInline
struct ConversionFailure: Error {
  @usableFromInline let underlying: any Error

  @inlinable
  init(underlying: any Error) { self.underlying = underlying }
}
