import WaymarkCore

/// Reports parameters that decide about keeping a screen, and that are like a parameter of the route's patterns.
///
/// A URL can have any parameter in its query, so the diagnostic is a warning, and only about a probable misspelling.
enum ReusedParameterRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.findings { declaration in
      let patterns = declaration.patterns
      guard !patterns.isEmpty else { return [] }
      let names = patterns.flatMap { pattern in
        pattern.shape.names + (pattern.shape.hasRest ? ["**"] : []) + (pattern.template?.names ?? [])
      }
      let compared = Set(declaration.features(ReuseRule.self).flatMap(\.policy.names))
      return compared.subtracting(names).sorted().compactMap { name in
        NearMiss.of(name, among: names).map {
          .missingReusedParameter(name, near: $0, patterns.map(\.shape.text), declaration)
        }
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func missingReusedParameter(
    _ name: String, near other: String, _ patterns: [String], _ declaration: RouteDeclaration
  ) -> Diagnostic {
    Diagnostic(
      .missingURLParameter, severity: .warning, at: declaration.location,
      "Reuses of \(declaration.text) compares the parameter '\(name)', which no pattern of the route has",
      detail: patterns.map { "\"\($0)\"" }.joined(separator: ", "),
      remedy: "did you mean '\(other)'?"
        + "\nadd Accepts(.missingURLParameter, because: …) to the route, if its URLs have it in the query")
  }
}
