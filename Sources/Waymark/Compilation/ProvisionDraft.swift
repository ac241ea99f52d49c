/// A destination token of a declared route, before compilation.
struct ProvisionDraft: Sendable {
  let token: TokenDescription
  /// Whether the destination itself is provided, so that compilation checks its conformance.
  let isPlain: Bool
  let provider: @Sendable (RouteRecord, _ slot: Int?) -> Provider

  init<Destination>(
    _ provision: Provision<Destination>, _ recipe: Recipe<Destination>, _ lifetime: Lifetime
  ) {
    token = provision.token
    isPlain = provision.isPlain
    provider = { route, slot in provision.provider(recipe, lifetime, route, slot) }
  }
}
