public import WaymarkRuntime

/// A function that makes a new destination as the requested type, if nothing else has to be done.
@usableFromInline
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
    // All classes share this function, which no generic type slows down: the budget of a new service needs that.
    if let words = existential?.words(besideReferencesTo: destination, as: binding.type) {
      // The route that has this factory makes objects of the class.
      let make = make.function(ofObjectsAs: MakeFunction<AnyObject>.self)
      return { registry, result in result.initialize(to: try make.call(registry, nil), beside: words) }
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
    let make = make.function(as: MakeFunction<Destination>.self)
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
    func open<Requested>(_: Requested.Type) -> DirectFunction {
      // The decorator was stored as one of the token's type.
      let decorate = decorate.function(as: DecorateFunction<Requested>.self)
      return { registry, result in
        var inside = InlineValue()
        try inner(registry, &inside)
        do {
          // A provider of the same token made the value, as its requested type.
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
    if let object = reference, let words = existential?.words(besideReferencesTo: type, as: requested) {
      return (ValueBox(object, beside: words, as: requested), true)
    }
    func open<Value>(_: Value.Type) throws -> (box: ValueBox, isShared: Bool) {
      func open<Requested>(_: Requested.Type) throws -> (box: ValueBox, isShared: Bool) {
        try converted(value(as: Value.self), to: Requested.self, conversion, existential)
      }
      return try _openExistential(requested, do: open)
    }
    return try _openExistential(type, do: open)
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
