/// A destination token of a route whose destination type is known: how the destination is provided.
struct Provision<Destination>: Sendable {
  let token: TokenDescription
  /// Whether the destination itself is provided, so that compilation checks its conformance.
  let isPlain: Bool
  /// Makes the provider, once the route is compiled.
  let provider: @Sendable (Recipe<Destination>, Lifetime, RouteRecord, _ slot: Int?) -> Provider

  init<Requested>(_ token: TokenDescription, _ conversion: Conversion<Destination, Requested>) {
    self.token = token
    isPlain = conversion.isPlain
    provider = { recipe, lifetime, route, slot in
      let production = Production(
        recipe: recipe, lifetime: lifetime, route: route, slot: slot, conversion: conversion)
      return DestinationProvider<Requested>(
        token, route, slot: slot, make: production.make, prepare: production.prepare,
        direct: lifetime == .transient ? recipe.direct(conversion) : nil)
    }
  }
}
