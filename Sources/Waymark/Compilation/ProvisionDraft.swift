/// A destination token of a declared route, before compilation.
struct ProvisionDraft: Sendable {
  let token: TokenDescription
  /// Whether the destination itself is provided, so that compilation checks its conformance.
  let isPlain: Bool
  let provider: @Sendable (RouteRecord, _ slot: Int?) -> Provider
}
