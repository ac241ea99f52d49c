// The diagnostics of URL patterns.
extension Diagnostic {
  static func malformedURLPattern(_ problem: MalformedPattern, _ declaration: RouteDeclaration) -> Diagnostic
  {
    Diagnostic(
      .malformedURLPattern, at: declaration.location,
      "a URLPattern of \(route(declaration)) \(problem.message)",
      detail: problem.picture, remedy: problem.remedy)
  }

  static func urlConflict(
    _ shape: ParsedPattern, _ declaration: RouteDeclaration, _ firstShape: ParsedPattern,
    _ first: RouteDeclaration
  ) -> Diagnostic {
    guard declaration !== first else {
      return Diagnostic(
        .urlConflict, at: declaration.location,
        "\(route(declaration)) has two patterns that match the same URLs",
        detail: shape.text == firstShape.text
          ? "\"\(shape.text)\" twice" : "\"\(firstShape.text)\" and \"\(shape.text)\"",
        remedy: "leave one of the two out")
    }
    return Diagnostic(
      .urlConflict, at: declaration.location, "two routes have a pattern for the same URLs",
      detail: "\"\(shape.text)\"",
      related: [
        Related(location: first.location, message: "\(route(first)) has \"\(firstShape.text)\" first")
      ],
      remedy: "change one of them, or leave it out")
  }

  static func urlShadowed(
    _ shape: ParsedPattern, _ declaration: RouteDeclaration, by other: ParsedPattern,
    _ winner: RouteDeclaration
  ) -> Diagnostic {
    Diagnostic(
      .urlShadowed, severity: .warning, at: declaration.location, "no URL ever leads to \"\(shape.text)\"",
      detail: "each URL that it matches leads to \"\(other.text)\", which is more specific",
      related: [Related(location: winner.location, message: "\(route(winner)) has \"\(other.text)\"")],
      remedy: "leave one of the two out, or make this one more specific")
  }

  static func missingURLParent(
    _ parent: ParsedPattern, of shape: ParsedPattern, _ declaration: RouteDeclaration, near: String?
  ) -> Diagnostic {
    Diagnostic(
      .missingURLParent, at: declaration.location, "\"\(shape.text)\" leads through a URL that leads nowhere",
      detail: "URLPattern(\"\(shape.text)\", through: \"\(parent.text)\")",
      remedy: near.map { "did you mean \"\($0)\"?" }
        ?? "add URLPattern(\"\(parent.text)\") to the route of that screen")
  }

  static func urlParentCycle(_ way: [ParsedPattern], _ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .urlParentCycle, at: declaration.location, "the screens below a deep link lead in a cycle",
      detail: way.map { "\"\($0.text)\"" }.joined(separator: " → "), remedy: "leave one 'through:' out")
  }
}
