import WaymarkCore

/// Reports patterns that match the same URLs.
enum URLConflictRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    // Another rule reports conflicts of profiles.
    var conflicts = linked.urls.repeated.filter { pattern, first in
      !linked.areInDifferentProfiles(pattern.ordinal, first.ordinal)
    }
    if let base = linked.base {
      // An overriding registry replaces the patterns of its base, but an exclusion replaces none.
      let added = linked.urls.exclusions + (linked.mode == .extending ? linked.urls.patterns : [])
      conflicts += added.compactMap { pattern in
        let name = pattern.shape.name
        let isOpened = base.route(named: name) != nil
        let first =
          base.urls.exclusions.first { $0.shape.name == name }
          ?? (isOpened ? base.urls.patterns.first { $0.shape.name == name } : nil)
        return first.map { (pattern, $0) }
      }
    }
    return conflicts.map { pattern, first in
      let areAlike = pattern.isExclusion == first.isExclusion
      return Finding(
        pattern.ordinal, areAlike ? .urlConflict(pattern, first) : .urlExcluded(pattern, first))
    }
  }
}

extension Diagnostic {
  fileprivate static func urlConflict(
    _ pattern: RegisteredPattern, _ firstPattern: RegisteredPattern
  ) -> Diagnostic {
    let (shape, declaration) = (pattern.shape, pattern.route.declaration)
    let (firstShape, first) = (firstPattern.shape, firstPattern.route.declaration)
    guard declaration !== first else {
      return Diagnostic(
        .urlConflict, at: declaration.location,
        "\(declaration.text) has two patterns that match the same URLs",
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
        Related(location: first.location, message: "\(first.text) has \"\(firstShape.text)\" first")
      ],
      remedy: "change one of them\nremove it")
  }

  /// Returns an error about an exclusion and a pattern of the same URLs, of which either may be the first.
  fileprivate static func urlExcluded(
    _ pattern: RegisteredPattern, _ first: RegisteredPattern
  ) -> Diagnostic {
    let (declaration, other) = (pattern.route.declaration, first.route.declaration)
    let (exclusion, opened) = pattern.isExclusion ? (pattern, first) : (first, pattern)
    let isOwn = declaration === other
    return Diagnostic(
      .urlConflict, at: declaration.location,
      isOwn
        ? "\(declaration.text) excludes every URL of its own pattern"
        : "a route excludes every URL of another route's pattern",
      detail: "\(exclusion.text) excludes every URL of \(opened.text)",
      related: isOwn ? [] : [Related(location: other.location, message: "\(other.text) has \(first.text)")],
      remedy: isOwn ? "remove one of the two" : "change one of them\nremove it")
  }
}
