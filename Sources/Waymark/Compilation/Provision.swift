import WaymarkRuntime

/// A destination token of a route, as an entry says it: how the destination is provided.
struct Provision: Sendable {
  let token: TokenDescription
  /// Whether the destination itself is provided, so that compilation checks its conformance.
  let isPlain: Bool
  /// Makes the provider of a recipe for the type that the entry is about, once the route is compiled.
  private let provider: @Sendable (_ recipe: Lent, Lifetime, RouteRecord, _ slot: Int?) -> Provider

  init<Destination, Requested>(
    _ token: TokenDescription, _ conversion: Conversion<Destination, Requested>
  ) {
    self.token = token
    isPlain = conversion.isPlain
    provider = { recipe, lifetime, route, slot in
      // Lent below by the draft of the route whose entry this is: entries and recipe of a route are about one
      // type of destination, which `Route`'s initializers check.
      let recipe = recipe.value(as: Recipe<Destination>.self)
      let production = Production(
        recipe: recipe, lifetime: lifetime, route: route, slot: slot, conversion: conversion)
      return DestinationProvider<Requested>(
        token, route, slot: slot, make: production.make, prepare: production.prepare,
        direct: lifetime == .transient ? recipe.direct(conversion) : nil)
    }
  }

  /// The provision with the recipe of its route.
  func draft<Destination>(_ recipe: Recipe<Destination>, _ lifetime: Lifetime) -> ProvisionDraft {
    ProvisionDraft(token: token, isPlain: isPlain) { [provider] route, slot in
      Lent.lending(recipe) { provider($0, lifetime, route, slot) }
    }
  }
}
