// The diagnostics about overrides.
extension Diagnostic {
  static func unknownOverride(
    _ token: TokenDescription, at location: DeclarationLocation, near: [Near]
  ) -> Diagnostic {
    Diagnostic(
      .unknownOverride, at: location, "\(token) is overridden, and nothing provides it",
      related: suggestions(near),
      remedy: "override what the registry has, or add this route with extending { … }")
  }

  static func unknownOverride(
    identifier: String, at location: DeclarationLocation, near: String?
  ) -> Diagnostic {
    Diagnostic(
      .unknownOverride, at: location, "Identifier(\"\(identifier)\") is overridden, and no route has it",
      remedy: near.map { "did you mean \"\($0)\"?" }
        ?? "override what the registry has, or add this route with extending { … }")
  }

  static func unknownOverride(url: String, at location: DeclarationLocation, near: String?) -> Diagnostic {
    Diagnostic(
      .unknownOverride, at: location, "URLPattern(\"\(url)\") is overridden, and no route has it",
      remedy: near.map { "did you mean \"\($0)\"?" }
        ?? "override what the registry has, or add this route with extending { … }")
  }
}
