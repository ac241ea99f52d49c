import WaymarkCore

/// Reports URL templates for a configuration that isn't the route's, and URLs of a route without a default one to fill.
enum URLConfigurationRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.routes.flatMap { route in
      route.declaration.patterns.compactMap { pattern in
        guard !route.declaration.needsConfiguration else {
          let entry = "URLPattern(\"\(pattern.shape.text)\")"
          return Finding(route.ordinal, .requestWithoutConfiguration(entry, route.declaration))
        }
        guard let template = pattern.template, template.configuration != route.declaration.configuration?.type
        else { return nil }
        return Finding(
          route.ordinal,
          .urlConfigurationMismatch(pattern.shape, template.configuration, route.declaration))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func urlConfigurationMismatch(
    _ shape: ParsedPattern, _ type: Any.Type, _ declaration: RouteDeclaration
  ) -> Diagnostic {
    let own = declaration.configuration.map { TypeName.of($0.type) }
    return Diagnostic(
      .urlConfigurationMismatch, at: declaration.location,
      "a URLPattern of \(route(declaration)) fills \(TypeName.withArticle(type)), but the route "
        + (declaration.configuration.map { "is configured with \(TypeName.withArticle($0.type))" }
          ?? "has no configuration"),
      detail: "URLPattern(for: \(TypeName.of(type)).self, \"\(shape.text)\")",
      remedy: own.map { "write URLPattern(for: \($0).self, …)" }
        ?? "add configuration: to the route\nwrite the pattern with :name instead of properties")
  }
}
