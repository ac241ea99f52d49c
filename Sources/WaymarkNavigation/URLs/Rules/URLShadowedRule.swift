import WaymarkCore

/// Reports patterns that no URL can reach, and exclusions of URLs that no pattern matches.
///
/// Patterns of overriding registries replace others.
enum URLShadowedRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.mode == .overriding ? [] : shadowed(in: linked) + idle(in: linked)
  }

  /// Returns the exclusions of a complete registry that share no URL with any pattern.
  private static func idle(in linked: Linked) -> [Finding] {
    let exclusions = linked.stage == .complete ? linked.urls.exclusions : []
    guard !exclusions.isEmpty else { return [] }
    let patterns = linked.urls.patterns + (linked.base?.urls.patterns ?? [])
    return exclusions.compactMap { exclusion in
      patterns.contains { $0.shape.sharesURL(with: exclusion.shape) }
        ? nil : Finding(exclusion.ordinal, .exclusionIdle(exclusion))
    }
  }

  /// Returns the patterns whose URLs all reach another one.
  ///
  /// It tries a URL with variable parts that equal no literal, because it matches the fewest other patterns. If even
  /// this URL reaches another pattern, all URLs do.
  private static func shadowed(in linked: Linked) -> [Finding] {
    let urls = linked.urls
    // A pattern without wildcards is never less specific than another one that matches the same URLs.
    let wild = (urls.patterns + urls.exclusions).filter { $0.shape.wildcard != nil }
    guard !wild.isEmpty else { return [] }
    let shapes = (urls.patterns + (linked.base?.urls.patterns ?? [])).map(\.shape)
    let fresh = String(repeating: "~", count: (shapes.map(\.text.count).max() ?? 0) + 1)
    let depth = shapes.map(\.segments.count).max() ?? 0
    return wild.compactMap { pattern in
      let shape = pattern.shape
      var winner: RegisteredPattern?
      for tail in 0...(shape.hasRest ? depth : 0) {
        let found = linked.pattern(of: shape.instance(fresh, tail: tail))
        if found?.shape.key == shape.key { return nil }
        winner = winner ?? found
      }
      return winner.map { Finding(pattern.ordinal, .urlShadowed(pattern, by: $0)) }
    }
  }
}

extension ParsedPattern {
  /// Returns whether any URL matches this pattern and another one.
  fileprivate func sharesURL(with other: ParsedPattern) -> Bool {
    func isEqual(_ own: String?, _ other: String?) -> Bool { own == nil || other == nil || own == other }
    guard isEqual(scheme, other.scheme), isEqual(host, other.host) else { return false }
    for (own, other) in zip(segments, other.segments) {
      if own == .rest || other == .rest { return true }
      if case .literal = own, case .literal = other, own != other { return false }
    }
    // The rest of a path may be empty.
    let (count, otherCount) = (segments.count, other.segments.count)
    return count == otherCount || count == otherCount + 1 && hasRest
      || otherCount == count + 1 && other.hasRest
  }

  /// Returns a URL that the pattern matches, with one text for each variable part.
  func instance(_ fresh: String, tail: Int) -> String {
    // A scheme begins with a letter. A host has no such rule.
    var url = "\(scheme ?? "z" + String(repeating: "0", count: fresh.count))://\(host ?? fresh)"
    for segment in segments {
      switch segment {
      case .literal(let literal): url += "/" + PercentCoding.encode(literal.text)
      case .name, .any: url += "/" + fresh
      case .rest: url += String(repeating: "/" + fresh, count: tail)
      }
    }
    return url
  }
}

extension Diagnostic {
  fileprivate static func exclusionIdle(_ exclusion: RegisteredPattern) -> Diagnostic {
    Diagnostic(
      .urlShadowed, severity: .warning, at: exclusion.route.declaration.location,
      "\(exclusion.text) excludes no URL",
      detail: "no pattern matches a URL that it matches",
      remedy:
        "write the scheme, the host, and the beginning of the path as in the pattern of these URLs\nremove it"
    )
  }

  fileprivate static func urlShadowed(
    _ pattern: RegisteredPattern, by winner: RegisteredPattern
  ) -> Diagnostic {
    let owner = winner.route.declaration
    return Diagnostic(
      .urlShadowed, severity: .warning, at: pattern.route.declaration.location,
      pattern.isExclusion ? "\(pattern.text) excludes no URL" : "no URL can reach \(pattern.text)",
      detail: winner.isExclusion
        ? "\(winner.text) excludes every URL that it matches"
        : "every URL that it matches also matches \(winner.text), which is more specific",
      related: [Related(location: owner.location, message: "\(owner.text) has \(winner.text)")],
      remedy: "remove one of the two\nmake this one more specific")
  }
}
