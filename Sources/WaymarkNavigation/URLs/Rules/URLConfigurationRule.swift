import WaymarkCore

/// Reports URL templates for a configuration that isn't the route's, and URLs of a route without a default one to fill.
enum URLConfigurationRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.findings { declaration in
      declaration.patterns.compactMap { pattern in
        guard !declaration.needsConfiguration else {
          return .requestWithoutConfiguration("URLPattern(\"\(pattern.shape.text)\")", declaration)
        }
        guard let template = pattern.template, template.configuration != declaration.configuration?.type
        else { return nil }
        return .urlConfigurationMismatch(pattern.shape, template.configuration, declaration)
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func urlConfigurationMismatch(
    _ shape: ParsedPattern, _ type: Any.Type, _ declaration: RouteDeclaration
  ) -> Diagnostic {
    let own = declaration.configuration?.type
    return Diagnostic(
      .urlConfigurationMismatch, at: declaration.location,
      "a URLPattern of \(declaration.text) fills \(TypeName.withArticle(type)), but the route "
        + (own.map { "is configured with \(TypeName.withArticle($0))" } ?? "has no configuration"),
      detail: "URLPattern(for: \(TypeName.of(type)).self, \"\(shape.text)\")",
      remedy: own.map { "write URLPattern(for: \(TypeName.of($0)).self, …)" }
        ?? "add configuration: to the route\nwrite the pattern with :name instead of properties")
  }
}
