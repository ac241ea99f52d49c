public import WaymarkRuntime

/// A token of a route, and the conversion of the destination to the token's requested type.
///
/// The binding of a module token gives access to the route's configuration instead, which needs no conversion. It's a
/// class because the block's entries, the declaration, and the provider share it.
@usableFromInline
final class Binding: Sendable {
  let token: TokenDescription
  /// The closure of `.as { … }`, a `ConvertFunction`, or nil for the destination itself.
  let conversion: ErasedFunction?
  /// The function that joins the route's factory with the conversion, or nil for a module token.
  let join: JoinFunction?
  /// The functions for the general path, or nil for a module token.
  let steps: BoxedSteps?

  var type: Any.Type { token.type }
  var role: TokenRole { token.role }

  /// Whether the binding provides the destination itself, so that compilation checks its conformance.
  var isPlain: Bool { conversion == nil }

  @usableFromInline
  init(
    _ token: TokenDescription, conversion: ErasedFunction? = nil, join: JoinFunction? = nil,
    steps: BoxedSteps? = nil
  ) {
    self.token = token
    self.conversion = conversion
    self.join = join
    self.steps = steps
  }

  func with(_ token: TokenDescription) -> Binding {
    Binding(token, conversion: conversion, join: join, steps: steps)
  }

  /// Creates a binding of the destination itself, for compilation to check its conformance to `Requested`.
  @inlinable
  static func plain<Destination, Requested>(
    _: Destination.Type, as _: Requested.Type, _ role: TokenRole, _ name: KeyName
  ) -> Binding {
    Binding(
      TokenDescription(Requested.self, role, name),
      join: { make, existential in
        // The route of this entry creates a `Destination`, and the provider of this token is requested as `Requested`.
        let make = make.function(as: MakeFunction<Destination>.self)
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
      }, steps: BoxedSteps(Destination.self, as: Requested.self))
  }

  /// Creates a binding with a closure that converts the destination.
  @inlinable
  static func converted<Destination, Requested>(
    _ role: TokenRole, _ name: KeyName,
    _ convert: @escaping @Sendable (__owned Destination) throws -> Requested
  ) -> Binding {
    let convert = ConvertFunction(convert)
    return Binding(
      TokenDescription(Requested.self, role, name), conversion: ErasedFunction(convert),
      join: { make, _ in
        // As above.
        let make = make.function(as: MakeFunction<Destination>.self)
        return { registry, result in
          let destination = try make.call(registry, nil)
          do {
            result.initialize(to: try convert.call(consume destination))
          } catch {
            throw ConversionFailure(underlying: error)
          }
        }
      }, steps: BoxedSteps(Destination.self, as: Requested.self))
  }
}
