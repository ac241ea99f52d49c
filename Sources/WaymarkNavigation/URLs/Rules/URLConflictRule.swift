import WaymarkCore

/// Reports patterns that match the same URLs.
enum URLConflictRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    // Another rule reports conflicts of profiles.
    let repeated = linked.urls.repeated.filter { pattern, first in
      !linked.areInDifferentProfiles(pattern.ordinal, first.ordinal)
    }.map { pattern, first in finding(pattern, first) }
    guard let base = linked.base else { return repeated }
    // An overriding registry replaces the patterns of its base, but an exclusion replaces none.
    let added = linked.urls.exclusions + (linked.mode == .extending ? linked.urls.patterns : [])
    return repeated
      + added.compactMap { pattern in
        let name = pattern.shape.name
        if let exclusion = base.urls.exclusions.first(where: { $0.shape.name == name }) {
          return finding(pattern, exclusion)
        }
        guard base.route(named: name) != nil else { return nil }
        return base.urls.patterns.first { $0.shape.name == name }.map { finding(pattern, $0) }
      }
  }

  private static func finding(_ pattern: RegisteredPattern, _ first: RegisteredPattern) -> Finding {
    Finding(
      pattern.ordinal,
      .urlConflict(pattern.shape, pattern.route.declaration, first.shape, first.route.declaration))
  }
}

extension Diagnostic {
  fileprivate static func urlConflict(
    _ shape: ParsedPattern, _ declaration: RouteDeclaration, _ firstShape: ParsedPattern,
    _ first: RouteDeclaration
  ) -> Diagnostic {
    guard declaration !== first else {
      return Diagnostic(
        .urlConflict, at: declaration.location,
        "\(route(declaration)) has two patterns that match the same URLs",
        detail: shape.text == firstShape.text
          ? "\"\(shape.text)\" twice" : "\"\(firstShape.text)\" and \"\(shape.text)\"",
        remedy: "remove one of the two")
    }
    guard !declaration.isSameDeclaration(as: first) else {
      return Diagnostic(
        .urlConflict, at: declaration.location, "a pattern is declared twice by the same declaration",
        detail: "\"\(shape.text)\"",
        related: [Related(location: first.location, message: "declared here first")],
        remedy: "list its module once\ngive each route a pattern of its own")
    }
    return Diagnostic(
      .urlConflict, at: declaration.location, "two routes have patterns that match the same URLs",
      detail: "\"\(shape.text)\"",
      related: [
        Related(location: first.location, message: "\(route(first)) has \"\(firstShape.text)\" first")
      ],
      remedy: "change one of them\nremove it")
  }
}
