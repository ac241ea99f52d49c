import WaymarkRuntime

/// A token of a route, and the conversion of the destination to the token's requested type.
///
/// The binding of a module token gives access to the route's configuration instead, which needs no conversion. It's a
/// class because the block's entries, the declaration, and the provider share it.
final class Binding: Sendable {
  let token: TokenDescription
  /// The closure of `.as { … }`, a `ConvertFunction`, or nil for the destination itself.
  let conversion: ErasedFunction?

  var type: Any.Type { token.type }
  var role: TokenRole { token.role }

  /// Whether the binding provides the destination itself, so that compilation checks its conformance.
  var isPlain: Bool { conversion == nil }

  init(_ token: TokenDescription, conversion: ErasedFunction? = nil) {
    self.token = token
    self.conversion = conversion
  }

  /// Creates a binding with a closure that converts the destination.
  convenience init<Destination, Requested>(
    _ token: TokenDescription, _ convert: @escaping @Sendable (__owned Destination) throws -> Requested
  ) {
    self.init(token, conversion: ErasedFunction(ConvertFunction(call: convert)))
  }

  func with(_ token: TokenDescription) -> Binding { Binding(token, conversion: conversion) }
}
