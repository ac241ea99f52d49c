package import WaymarkRuntime

/// A function that makes a new destination as the requested type, if nothing else has to be done.
package typealias DirectFunction = @Sendable (Registry, _ result: inout InlineValue) throws -> Void

extension Factory {
  /// Returns the function that makes a new destination as the requested type of a binding.
  ///
  /// - Parameters:
  ///   - destination: The type of the destination.
  ///   - binding: A binding of the factory's route, not that of a module token.
  ///   - existential: The conversion to the requested type, if it needs neither a closure nor a dynamic cast.
  func direct(
    _ destination: Any.Type, as binding: Binding, _ existential: ExistentialConversion?
  ) -> DirectFunction {
    // Nearly all types share these two functions, which no generic type slows down: the budget of a new service needs
    // that. The route that has this factory makes a destination of this type, and the binding's closure converts it.
    if InlineValue.canMove(destination), InlineValue.canMove(binding.type) {
      let make = make.function(ofInlineValues: MakeFunction<InlineValue>.self)
      if let conversion = binding.conversion {
        let convert = conversion.function(ofInlineValues: ConvertFunction<InlineValue, InlineValue>.self)
        return { registry, result in
          let made = try make.call(registry, nil)
          do {
            result = try convert.call(made)
          } catch {
            throw ConversionFailure(underlying: error)
          }
        }
      }
      if let words = existential?.words(around: destination, as: binding.type) {
        return { registry, result in
          result = try make.call(registry, nil)
          result.complete(words)
        }
      }
    }
    func open<Destination>(_: Destination.Type) -> DirectFunction {
      func open<Requested>(_: Requested.Type) -> DirectFunction {
        direct(Destination.self, as: Requested.self, binding.conversion, existential)
      }
      return _openExistential(binding.type, do: open)
    }
    return _openExistential(destination, do: open)
  }

  private func direct<Destination, Requested>(
    _: Destination.Type, as _: Requested.Type, _ conversion: ErasedFunction?,
    _ existential: ExistentialConversion?
  ) -> DirectFunction {
    // The route that has this factory makes a `Destination`.
    let make = MakeFunction<Destination>(stored: make)
    if let conversion {
      // The binding's conversion was stored as one of these two types.
      let convert = conversion.function(as: ConvertFunction<Destination, Requested>.self)
      return { registry, result in
        let destination = try make.call(registry, nil)
        do {
          result.initialize(to: try convert.call(consume destination))
        } catch {
          throw ConversionFailure(underlying: error)
        }
      }
    }
    guard let existential else {
      return { registry, result in
        let destination = try make.call(registry, nil)
        guard let requested = destination as? Requested else {
          throw RouteError.destinationMismatch(destination, as: Requested.self)
        }
        result.initialize(to: requested)
      }
    }
    return { registry, result in
      // Compilation created the conversion for these two types.
      result.initialize(to: existential.convert(try make.call(registry, nil), to: Requested.self))
    }
  }
}

extension DecoratorDeclaration {
  /// Returns the function that makes a new destination inside of this decorator.
  func direct(around inner: @escaping DirectFunction) -> DirectFunction {
    // A provider of the same token makes the value, and the decorator was stored as one of the token's type.
    if InlineValue.canMove(token.type) {
      let decorate = decorate.function(ofInlineValues: DecorateFunction<InlineValue>.self)
      return { registry, result in
        var inside = InlineValue()
        try inner(registry, &inside)
        do {
          result = try decorate.call(inside, registry)
        } catch {
          throw DecorationFailure(underlying: error)
        }
      }
    }
    func open<Requested>(_: Requested.Type) -> DirectFunction {
      let decorate = decorate.function(as: DecorateFunction<Requested>.self)
      return { registry, result in
        var inside = InlineValue()
        try inner(registry, &inside)
        do {
          result.initialize(to: try decorate.call(inside.take(as: Requested.self), registry))
        } catch {
          throw DecorationFailure(underlying: error)
        }
      }
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
    let isSame = ObjectIdentity.address(in: result, of: requested) == ObjectIdentity.address(of: object)
    return (ValueBox(result, as: requested), isSame)
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

/// An error of a route's conversion, distinguished from one of its factory if both run as one function.
struct ConversionFailure: Error {
  let underlying: any Error
}

/// An error of a decorator, distinguished from one of what it decorates if both run as one function.
struct DecorationFailure: Error {
  let underlying: any Error
}
