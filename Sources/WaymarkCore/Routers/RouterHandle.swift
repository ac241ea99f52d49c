/// A provider and its registry: the only stored property of the typed routers.
@usableFromInline
package struct RouterHandle: Sendable {
  @usableFromInline let registry: Registry
  @usableFromInline let provider: Provider

  package init(_ registry: Registry, _ provider: Provider) {
    self.registry = registry
    self.provider = provider
  }

  /// Creates a handle to the provider of a token.
  package init(to token: TokenDescription, in registry: Registry) throws(RouteError) {
    // A collection is found as its array.
    let token = token.role.isCollection ? token.array : token
    if let provider = registry.provider(asked: token) {
      self.init(registry, provider)
    } else if let completion = registry.completion {
      try self.init(to: token, in: completion)
    } else {
      throw registry.reporting(.unregistered(token, in: registry))
    }
  }
}
