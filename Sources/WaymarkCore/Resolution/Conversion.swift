import WaymarkRuntime

/// A conversion of a destination to the requested type.
struct Conversion<Destination, Requested>: Sendable {
  private enum Way: Sendable {
    /// The destination itself, with the witness tables that compilation found.
    case existential(ExistentialConversion)
    /// The destination itself, by a dynamic cast; compilation checked that it succeeds.
    case cast
    /// The result of a user's closure.
    case closure(ConvertFunction<Destination, Requested>)
  }

  private let way: Way

  /// Creates the conversion of a provider, whose destination or provided type is `Destination`.
  init(_ closure: ErasedFunction?, _ existential: ExistentialConversion?) {
    if let closure {
      // The closure was stored in the provider's declaration as a conversion of these two types.
      way = .closure(closure.function(as: ConvertFunction<Destination, Requested>.self))
    } else if let existential {
      way = .existential(existential)
    } else {
      way = .cast
    }
  }

  /// Whether the result is the destination itself, as another type.
  var isPlain: Bool { if case .closure = way { false } else { true } }

  func callAsFunction(_ destination: Destination) throws -> Requested {
    switch way {
    // Compilation created the conversion for these two types.
    case .existential(let existential): return existential.convert(destination, to: Requested.self)
    case .closure(let closure): return try closure.call(destination)
    case .cast:
      guard let requested = destination as? Requested else {
        throw RouteError.destinationMismatch(destination, as: Requested.self)
      }
      return requested
    }
  }

  /// Returns the destination behind the result of its conversion.
  ///
  /// - Parameters:
  ///   - requested: The result, which the caller has prepared, and may have replaced.
  ///   - original: The destination that was converted.
  /// - Returns: The destination to continue with, and whether it's `requested` itself.
  func destination(
    behind requested: Requested, madeOf original: Destination
  ) throws(RouteError) -> (destination: Destination, isRequested: Bool) {
    // Most callers change an object without replacing it.
    if ObjectIdentity.isSame(requested, original) { return (original, true) }
    guard let destination = requested as? Destination else {
      if isPlain { throw RouteError.destinationMismatch(requested, as: Destination.self) }
      return (original, false)
    }
    if isPlain { return (destination, true) }
    // A closure may wrap an object in another one of the same class; then the wrapped one is the route's.
    guard ObjectCast.isClass(type(of: original as Any)) else { return (destination, true) }
    return (original, false)
  }
}
