import WaymarkRuntime

/// The functions that make a new destination as the requested type, if nothing else has to be done.
///
/// They're functions of inline values, because nearly all types share them, and no generic type slows them down.
struct DirectCreation: Sendable {
  enum Conversion: UInt8, Sendable {
    /// `make` returns the requested type.
    case none
    /// The provider's existential conversion completes an existential for objects only.
    case existential
    /// `convert` returns the requested type.
    case function
  }

  let make: MakeFunction<InlineValue>
  let conversion: Conversion
  let convert: ConvertFunction<InlineValue, InlineValue>

  init(
    _ make: MakeFunction<InlineValue>, _ conversion: Conversion = .none,
    _ convert: ConvertFunction<InlineValue, InlineValue> = noConversion
  ) {
    self.make = make
    self.conversion = conversion
    self.convert = convert
  }

  /// The functions of a provider that isn't direct, which nothing calls.
  static let none = DirectCreation(
    MakeFunction { _, _ in preconditionFailure("this provider isn't direct") })
  private static let noConversion = ConvertFunction<InlineValue, InlineValue> { $0 }
}

/// The functions of a provider, which a request calls without counting references to their contexts.
///
/// A call of a function that a struct stores retains the context. A call of a function that's a property of an object
/// doesn't. The class is generic, because functions in generic types take and return values at addresses, which the
/// stored functions rely on (see `ErasedFunction`).
@usableFromInline
package class DirectFunctions<Made, Requested>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the properties are constant functions that are `Sendable`. `Provider` is the only
  // subclass.

  /// The function that makes a destination, valid in a direct provider.
  let make: @Sendable (Registry, RequestContext?) throws -> Made
  /// The function that converts it, valid if the provider says so.
  let convert: @Sendable (__owned Made) throws -> Requested

  init(_ make: MakeFunction<Made>, _ convert: ConvertFunction<Made, Requested>) {
    self.make = make.call
    self.convert = convert.call
  }
}

extension Factory {
  /// Returns the functions that make a new destination as the requested type of a binding, or nil for a type with
  /// values that an `InlineValue` stores but that don't move with their bits.
  ///
  /// - Parameters:
  ///   - destination: The type of the destination.
  ///   - binding: A binding of the factory's route, not that of a module token.
  ///   - existential: The conversion to the requested type, if it needs neither a closure nor a dynamic cast.
  func direct(
    _ destination: Any.Type, as binding: Binding, _ existential: ExistentialConversion?
  ) -> DirectCreation? {
    // The route that has this factory makes a destination of this type, and the binding's closure converts it.
    if InlineValue.canMove(destination), InlineValue.canMove(binding.type) {
      let make = make.function(ofInlineValues: MakeFunction<InlineValue>.self)
      if let conversion = binding.conversion {
        let convert = conversion.function(ofInlineValues: ConvertFunction<InlineValue, InlineValue>.self)
        return DirectCreation(make, .function, convert)
      }
      if let words = existential?.words(around: destination, as: binding.type) {
        return switch words.place {
        case .none: DirectCreation(make)
        case .afterObject: DirectCreation(make, .existential)
        case .afterBuffer:
          DirectCreation(
            MakeFunction { registry, context in
              var made = try make.call(registry, context)
              made.complete(words)
              return made
            })
        }
      }
    }
    // A weak reference to an Objective-C object registers its own address.
    guard !InlineValue.fitsWithoutMoving(binding.type) else { return nil }
    func open<Destination>(_: Destination.Type) -> DirectCreation {
      func open<Requested>(_: Requested.Type) -> DirectCreation {
        direct(Destination.self, as: Requested.self, binding.conversion, existential)
      }
      return _openExistential(binding.type, do: open)
    }
    return _openExistential(destination, do: open)
  }

  private func direct<Destination, Requested>(
    _: Destination.Type, as _: Requested.Type, _ conversion: ErasedFunction?,
    _ existential: ExistentialConversion?
  ) -> DirectCreation {
    // The route that has this factory makes a `Destination`.
    let make = MakeFunction<Destination>(stored: make)
    let convert: @Sendable (__owned Destination) throws -> Requested
    if let conversion {
      // The binding's conversion was stored as one of these two types.
      let function = conversion.function(as: ConvertFunction<Destination, Requested>.self)
      convert = { destination in
        do { return try function.call(destination) } catch { throw StepFailure(.converting, error) }
      }
    } else if let existential {
      // Compilation created the conversion for these two types.
      convert = { existential.convert($0, to: Requested.self) }
    } else {
      convert = { destination in
        guard let requested = destination as? Requested else {
          throw RouteError.destinationMismatch(destination, as: Requested.self)
        }
        return requested
      }
    }
    return DirectCreation(
      MakeFunction { registry, context in
        var result = InlineValue()
        result.initialize(to: try convert(try make.call(registry, context)))
        return result
      })
  }
}

extension Provider {
  /// Returns whether `Registry.create` can make the object of a binding: its type is a class, and one function makes
  /// it.
  static func keepsDirectly(
    _ binding: Binding, of route: CompiledRoute, as existential: ExistentialConversion?
  ) -> Bool {
    let declaration = route.declaration
    guard declaration.lifetime == .singleton || declaration.lifetime == .scoped, !declaration.hasLifecycle,
      declaration.factory.isOnlyMake, Metadata(of: declaration.destination).kind == .class
    else { return false }
    if binding.conversion != nil { return InlineValue.canMove(binding.type) }
    return existential?.words(around: declaration.destination, as: binding.type) != nil
  }
}

extension DecoratorDeclaration {
  /// Returns the function that makes a new destination inside of this decorator.
  ///
  /// - Parameter inner: A direct provider of the same token.
  func direct(around inner: Provider) -> DirectCreation {
    // A provider of the same token makes the value, and the decorator was stored as one of the token's type.
    if InlineValue.canMove(token.type) {
      let decorate = decorate.function(ofInlineValues: DecorateFunction<InlineValue>.self)
      return DirectCreation(
        MakeFunction { registry, _ in
          var inside = InlineValue()
          try inner.makeDirectly(in: registry, into: &inside)
          do {
            return try decorate.call(inside, registry)
          } catch {
            throw StepFailure(.decorating, error)
          }
        })
    }
    func open<Requested>(_: Requested.Type) -> DirectCreation {
      let decorate = decorate.function(as: DecorateFunction<Requested>.self)
      return DirectCreation(
        MakeFunction { registry, _ in
          var (inside, result) = (InlineValue(), InlineValue())
          try inner.makeDirectly(in: registry, into: &inside)
          do {
            result.initialize(to: try decorate.call(inside.take(as: Requested.self), registry))
          } catch {
            throw StepFailure(.decorating, error)
          }
          return result
        })
    }
    return _openExistential(token.type, do: open)
  }
}

extension ValueBox {
  /// Returns a box of the value as another type.
  ///
  /// - Parameters:
  ///   - requested: The other type.
  ///   - conversion: A `ConvertFunction` from the type of this box to the other one.
  ///   - existential: The conversion between the two types, if it needs neither a closure nor a dynamic cast.
  /// - Returns: The box, and whether all callers may share it because it contains this value itself.
  func converted(
    to requested: Any.Type, _ conversion: ErasedFunction?, _ existential: ExistentialConversion?
  ) throws -> (box: ValueBox, isShared: Bool) {
    if let object = reference,
      let boxed = try Self.boxed(object, of: type, as: requested, conversion, existential)
    {
      return boxed
    }
    func open<Value>(_: Value.Type) throws -> (box: ValueBox, isShared: Bool) {
      func open<Requested>(_: Requested.Type) throws -> (box: ValueBox, isShared: Bool) {
        try converted(value(as: Value.self), to: Requested.self, conversion, existential)
      }
      return try _openExistential(requested, do: open)
    }
    return try _openExistential(type, do: open)
  }

  /// Returns a box of an object as another type, or nil if the conversion needs generic types.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - type: Its class, as the route declares it.
  ///   - requested: The other type.
  ///   - conversion: A `ConvertFunction` from the class to the other type.
  ///   - existential: The conversion between the two types, if it needs neither a closure nor a dynamic cast.
  /// - Returns: The box, and whether all callers may share it because it contains the object itself.
  static func boxed(
    _ object: AnyObject, of type: Any.Type, as requested: Any.Type, _ conversion: ErasedFunction?,
    _ existential: ExistentialConversion?
  ) throws -> (box: ValueBox, isShared: Bool)? {
    if let words = existential?.words(around: type, as: requested) {
      var value = InlineValue(object: object)
      value.complete(words)
      return (ValueBox(value, as: requested), true)
    }
    guard let conversion, InlineValue.canMove(requested) else { return nil }
    // The closure converts an object of this class to the requested type.
    let convert = conversion.function(ofInlineValues: ConvertFunction<InlineValue, InlineValue>.self)
    let result = try convert.call(InlineValue(object: object))
    let address = UInt(bitPattern: ObjectIdentifier(object))
    return (ValueBox(result, as: requested), ObjectIdentity.address(in: result, of: requested) == address)
  }

  /// Returns the box of a kept instance as its route's destination.
  ///
  /// A slot may contain the object as the type of its first request.
  func destination(of route: CompiledRoute) -> ValueBox {
    let type = route.declaration.destination
    guard self.type != type, let object else { return self }
    return ValueBox(InlineValue(object: object), as: type)
  }

  private func converted<Value, Requested>(
    _ value: Value, to _: Requested.Type, _ conversion: ErasedFunction?, _ existential: ExistentialConversion?
  ) throws -> (box: ValueBox, isShared: Bool) {
    if let conversion {
      let result = try conversion.function(as: ConvertFunction<Value, Requested>.self).call(value)
      return (ValueBox(result), ObjectIdentity.isSame(result, value))
    }
    if let existential { return (ValueBox(existential.convert(value, to: Requested.self)), true) }
    guard let result = value as? Requested else {
      throw RouteError.destinationMismatch(value, as: Requested.self)
    }
    return (ValueBox(result), true)
  }
}
