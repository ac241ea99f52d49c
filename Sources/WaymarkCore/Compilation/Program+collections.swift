// Questions about collections and decorators.
extension Program {
  /// Returns the routes that contribute to a collection, in order.
  ///
  /// - Parameters:
  ///   - key: The key of the collection's token.
  ///   - areKeyed: Whether only those with a key are returned.
  func contributors(to key: TokenKey, areKeyed: Bool = false) -> [RouteDeclaration] {
    if let plan = collections.first(where: { $0.token.key == key }) {
      return plan.elements.filter { !areKeyed || $0.key != nil }.map(\.route)
    }
    return base?.layer.contributors(to: key, areKeyed: areKeyed) ?? []
  }

  /// Returns the decorators of a token, the innermost first; those of the base have no ordinal.
  func decorators(of key: TokenKey) -> [(declaration: DecoratorDeclaration, ordinal: Int?)] {
    let own = decorators.isEmpty ? [] : decorators.filter { $0.declaration.token.key == key }
    let inherited = base?.layer.decorators(of: key, replacingOverrides: replacesOverrides(of: key)) ?? []
    return inherited.map { ($0.declaration, nil) } + own.map { ($0.declaration, $0.ordinal) }
  }

  /// Returns whether this program replaces the provider of a token, and so the decorators of earlier overrides.
  private func replacesOverrides(of key: TokenKey) -> Bool { mode == .overriding && claims[key] != nil }

  func isDecorated(_ key: TokenKey) -> Bool { !decorators(of: key).isEmpty }
}
