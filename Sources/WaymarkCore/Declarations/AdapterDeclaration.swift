import WaymarkRuntime

/// The data of a declared adapter.
final class AdapterDeclaration: Sendable {
  let location: DeclarationLocation
  /// The token that callers request.
  let required: TokenDescription
  /// The token that a route, or another adapter, provides.
  let provided: TokenDescription
  /// The closure, a `ConvertFunction`; nil if the destination or configuration itself is returned, so that
  /// its conformance is checked.
  let conversion: ErasedFunction?

  var isPlain: Bool { conversion == nil }

  init(
    _ location: DeclarationLocation, required: TokenDescription, provided: TokenDescription,
    conversion: ErasedFunction? = nil
  ) {
    self.location = location
    self.required = required
    self.provided = provided
    self.conversion = conversion
  }

  /// Returns the same adapter with another required token.
  func requiring(_ required: TokenDescription) -> AdapterDeclaration {
    required == self.required
      ? self : AdapterDeclaration(location, required: required, provided: provided, conversion: conversion)
  }

  /// Returns the same adapter of another token.
  func adapting(_ provided: TokenDescription) -> AdapterDeclaration {
    provided == self.provided
      ? self : AdapterDeclaration(location, required: required, provided: provided, conversion: conversion)
  }
}
