import WaymarkRuntime

/// A token of a route, and how the destination is converted to the token's requested type.
///
/// A binding of a module token gives access to the route's configuration instead, which needs no conversion.
///
/// It's a class because the block's entries, the declaration, and the provider all refer to it.
final class Binding: Sendable {
  let token: TokenDescription
  /// The closure of `.as { … }`, a `ConvertFunction`; nil if the destination itself is provided.
  let conversion: ErasedFunction?

  var type: Any.Type { token.type }
  var role: TokenRole { token.role }

  /// Whether the destination itself is provided, so that compilation checks its conformance.
  var isPlain: Bool { conversion == nil }

  init(_ token: TokenDescription, conversion: ErasedFunction? = nil) {
    self.token = token
    self.conversion = conversion
  }

  /// Creates a binding of the result to which a closure converts the destination.
  convenience init<Destination, Requested>(
    _ token: TokenDescription, _ convert: @escaping @Sendable (__owned Destination) throws -> Requested
  ) {
    self.init(token, conversion: ErasedFunction(ConvertFunction(call: convert)))
  }

  /// Returns the same binding of another token of the same type and role.
  func with(_ token: TokenDescription) -> Binding { Binding(token, conversion: conversion) }
}
