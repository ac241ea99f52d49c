/// How a destination becomes what was asked for.
///
/// Made in the user's module, where the types are known: there the compiler turns the cast of a destination
/// into what it conforms to into nothing, and joins it with the factory.
@usableFromInline
struct Conversion<Destination, Requested>: Sendable {
  /// Takes the destination over, so that one which is only handed on is not counted.
  @usableFromInline typealias Convert = @Sendable (__owned Destination) throws -> Requested
  /// Gets the parts of a ``Resolver``: most factories need none, and making one counts a reference.
  @usableFromInline typealias Make = @Sendable (Registry, RouteInput?) throws -> Destination
  @usableFromInline typealias Direct = @Sendable (Registry) throws -> Requested

  /// Whether the result is the destination itself, seen as another type.
  @usableFromInline let isPlain: Bool
  @usableFromInline let convert: Convert
  /// Joins a factory with the conversion.
  @usableFromInline let joined: @Sendable (@escaping Make) -> Direct

  @inlinable
  init(isPlain: Bool, joined: @escaping @Sendable (@escaping Make) -> Direct, convert: @escaping Convert) {
    self.isPlain = isPlain
    self.joined = joined
    self.convert = convert
  }

  /// A conversion that is not joined with a factory: one that the library itself makes.
  init(isPlain: Bool, convert: @escaping Convert) {
    self.init(isPlain: isPlain, joined: { make in { try convert(make($0, nil)) } }, convert: convert)
  }

  /// The destination itself; compilation has checked that it can be used as `Requested`.
  @inlinable
  static var byConformance: Self {
    Self(
      isPlain: true,
      joined: { make in
        { registry in
          let destination = try make(registry, nil)
          guard let requested = destination as? Requested else {
            throw RouteError.destinationMismatch(destination, as: Requested.self)
          }
          return requested
        }
      },
      convert: { destination in
        guard let requested = destination as? Requested else {
          throw RouteError.destinationMismatch(destination, as: Requested.self)
        }
        return requested
      })
  }

  /// What a closure makes of the destination.
  @inlinable
  static func byClosure(_ convert: @escaping Convert) -> Self {
    Self(
      isPlain: false,
      joined: { make in
        { registry in
          let destination = try make(registry, nil)
          do {
            return try convert(consume destination)
          } catch {
            throw ConversionFailure(underlying: error)
          }
        }
      }, convert: convert)
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
