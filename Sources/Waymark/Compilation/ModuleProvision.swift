/// A module token of a declared route, before compilation: how its configuration is reached.
struct ModuleProvision: Sendable {
  let token: TokenDescription
  let provider: @Sendable (RouteRecord) -> Provider

  init<Requested>(_ token: TokenDescription, _ type: Requested.Type) {
    self.token = token
    provider = { route in ModuleProvider(token, route, as: Requested.self) }
  }
}
