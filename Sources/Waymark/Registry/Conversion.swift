/// How a destination becomes what was asked for.
struct Conversion<Destination, Requested>: Sendable {
  /// Whether the result is the destination itself, seen as another type.
  let isPlain: Bool
  let convert: @Sendable (Destination) throws -> Requested

  /// The destination itself; compilation has checked that it can be used as `Requested`.
  static var byConformance: Self {
    Self(isPlain: true) { destination in
      guard let requested = destination as? Requested else {
        throw RouteError.destinationMismatch(destination, as: Requested.self)
      }
      return requested
    }
  }

  /// What a closure makes of the destination.
  static func byClosure(_ convert: @escaping @Sendable (Destination) throws -> Requested) -> Self {
    Self(isPlain: false, convert: convert)
  }

  /// The destination behind what was made of it.
  ///
  /// - Parameters:
  ///   - requested: What a caller has prepared, and perhaps replaced.
  ///   - original: What it was made of.
  /// - Returns: The destination to go on with, and whether it is `requested` itself.
  func destination(
    behind requested: Requested, madeOf original: Destination
  ) throws(RouteError) -> (destination: Destination, isRequested: Bool) {
    guard let destination = requested as? Destination else {
      if isPlain { throw RouteError.destinationMismatch(requested, as: Destination.self) }
      return (original, false)
    }
    if isPlain { return (destination, true) }
    // A closure may wrap an object in another one of the same class; then the wrapped one is the route's.
    guard type(of: original as Any) is AnyObject.Type else { return (destination, true) }
    return (original, (original as AnyObject) === (destination as AnyObject))
  }
}
