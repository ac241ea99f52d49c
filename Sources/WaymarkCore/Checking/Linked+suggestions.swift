import WaymarkRuntime

// Suggestions in messages about missing tokens.
extension Linked {
  /// Returns suggestions for a missing token after a search of all declarations.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - modules: The names of unlisted modules that provide it, if they're known.
  func suggestions(near token: TokenDescription, in modules: [String]? = nil) -> Near {
    let similar = NearMiss.of(token, among: image.allTokens)
    // A search of all declarations asks about many types that don't conform.
    let index = ConformanceIndex.program
    let fitting = (routes.map(\.declaration) + (base?.routes ?? []).map(\.declaration)).first {
      declaration in
      let type = token.role.isModule ? declaration.configuration?.type : declaration.destination
      guard declaration.kind == token.role.kind, let type else { return false }
      return Conformance.check(type, as: token.type, using: index, asksRuntime: false) == .conforms
    }
    return Near(
      roles: image.provided(token.type), similar: similar, fitting: fitting,
      modules: modules ?? self.modules(providing: token))
  }

  /// Suggestions for a missing token: other roles of its type, a similar protocol, and a destination that conforms.
  struct Near {
    let roles: [(token: TokenDescription, location: DeclarationLocation)]
    let similar: TokenDescription?
    let fitting: RouteDeclaration?
    /// The names of unlisted modules of the program that provide the token.
    let modules: [String]

    /// The question about a similar token to append to a remedy, unless a module provides the token itself.
    var question: String { modules.isEmpty ? Diagnostic.didYouMean(similar) : "" }
  }
}
