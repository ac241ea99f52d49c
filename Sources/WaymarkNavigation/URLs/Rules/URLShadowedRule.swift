import WaymarkCore

/// Reports patterns that no URL can reach, and exclusions of URLs that no pattern matches.
///
/// Patterns of overriding registries replace others.
enum URLShadowedRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.mode == .overriding ? [] : shadowed(in: linked) + uselessExclusions(in: linked)
  }

  /// Returns the exclusions of a complete registry that share no URL with any pattern.
  ///
  /// Profiles and other modules than an isolated one can have patterns that the registry doesn't contain.
  private static func uselessExclusions(in linked: Linked) -> [Finding] {
    let isWhole = linked.stage == .complete && !linked.isIsolated && linked.varyingProfiles.isEmpty
    let exclusions = isWhole ? linked.urls.exclusions : []
    guard !exclusions.isEmpty else { return [] }
    let patterns = linked.urls.patterns + (linked.base?.urls.patterns ?? [])
    return exclusions.compactMap { exclusion in
      patterns.contains { $0.shape.sharesURL(with: exclusion.shape) }
        ? nil : Finding(exclusion.ordinal, .uselessExclusion(exclusion))
    }
  }

  /// Returns the patterns whose URLs all reach another one.
  ///
  /// It tries URLs with variable parts that equal no literal, because they match the fewest other patterns. In place of
  /// `**`, it tries more segments than any pattern has, and an empty one at each position, because only `**` matches
  /// that.
  private static func shadowed(in linked: Linked) -> [Finding] {
    let urls = linked.urls
    // A pattern without wildcards is never less specific than another one that matches the same URLs.
    let wild = (urls.patterns + urls.exclusions).filter { $0.shape.wildcard != nil }
    guard !wild.isEmpty else { return [] }
    let shapes = (urls.patterns + urls.exclusions + (linked.base?.urls.patterns ?? [])).map(\.shape)
    let fresh = String(repeating: "~", count: (shapes.map(\.text.count).max() ?? 0) + 1)
    let depth = shapes.map(\.segments.count).max() ?? 0
    return wild.compactMap { pattern in
      let shape = pattern.shape
      var winners: [RegisteredPattern] = []
      for count in 0...(shape.hasRest ? depth + 1 : 0) {
        for empty in 0...count {
          let tail = (0..<count).map { $0 == empty ? "" : fresh }
          guard let found = linked.pattern(of: shape.instance(fresh, tail: tail)) else { continue }
          if found.shape.key == shape.key { return nil }
          if !winners.contains(where: { $0 === found }) { winners.append(found) }
        }
      }
      return winners.isEmpty ? nil : Finding(pattern.ordinal, .urlShadowed(pattern, by: winners))
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

  /// Returns a URL that the pattern matches, with one text for each variable part, and segments in place of `**`.
  func instance(_ fresh: String, tail: [String]) -> String {
    // A scheme begins with a letter. A host has no such rule.
    var url = "\(scheme ?? "z" + String(repeating: "0", count: fresh.count))://\(host ?? fresh)"
    for segment in segments {
      switch segment {
      case .literal(let literal): url += "/" + PercentCoding.encode(literal.text)
      case .name, .any: url += "/" + fresh
      case .rest: url += tail.map { "/" + $0 }.joined()
      }
    }
    return url
  }
}

extension Diagnostic {
  fileprivate static func uselessExclusion(_ exclusion: RegisteredPattern) -> Diagnostic {
    Diagnostic(
      .urlShadowed, severity: .warning, at: exclusion.route.declaration.location,
      "\(exclusion.text) excludes no URL",
      detail: "no pattern matches a URL that it matches",
      remedy:
        "write the scheme, the host, and the beginning of the path as in the pattern of these URLs\nremove it"
    )
  }

  fileprivate static func urlShadowed(
    _ pattern: RegisteredPattern, by winners: [RegisteredPattern]
  ) -> Diagnostic {
    let names = winners.map(\.text).joined(separator: " or ")
    let isExcluded = winners.allSatisfy(\.isExclusion)
    return Diagnostic(
      .urlShadowed, severity: .warning, at: pattern.route.declaration.location,
      pattern.isExclusion ? "\(pattern.text) excludes no URL" : "no URL can reach \(pattern.text)",
      detail: isExcluded
        ? "\(names) excludes every URL that it matches"
        : "every URL that it matches also matches \(names), which is more specific",
      related: winners.map { winner in
        let owner = winner.route.declaration
        return Related(location: owner.location, message: "\(owner.text) has \(winner.text)")
      },
      remedy:
        "remove \(winners.count == 1 ? "one of the two" : "it")\nmake \(winners.count == 1 ? "this one" : "it") more specific"
    )
  }
}
