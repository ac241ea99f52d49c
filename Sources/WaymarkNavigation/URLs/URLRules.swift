import WaymarkCore

/// Reports invalid URL patterns.
enum MalformedURLPatternRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.findings { declaration in
      let malformed = declaration.features(URLPattern.self).compactMap { pattern in
        if case .failure(let problem) = pattern.parsed { problem } else { nil }
      }
      let problems = malformed + declaration.patterns.compactMap(problem(of:))
      return problems.map { .malformedURLPattern($0, declaration) }
    }
  }

  /// Returns the problem of a pattern's parent, such as a parameter that the pattern doesn't have.
  private static func problem(of pattern: PatternDeclaration) -> MalformedPattern? {
    guard let parent = pattern.parent else { return nil }
    let names = Set(pattern.shape.names)
    if let wild = parent.wildcard {
      let segment = wild == .any ? "*" : "**"
      return parent.problem(
        "has a parent with '\(segment)', for which there is no value",
        "write the segment, or a parameter of \"\(pattern.shape.text)\"", at: "/\(segment)")
    }
    guard let unknown = parent.names.first(where: { !names.contains($0) }) else { return nil }
    return parent.problem(
      "has a parent with ':\(unknown)', which \"\(pattern.shape.text)\" does not have",
      NearMiss.of(unknown, among: pattern.shape.names).map { "did you mean :\($0)?" }
        ?? "use only parameters of \"\(pattern.shape.text)\"",
      at: "/:\(unknown)")
  }
}

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
    return conflicts.map { pattern, first in Finding(pattern.ordinal, .urlConflict(pattern, first)) }
  }
}

/// Reports patterns that no URL can reach.
///
/// The rule tries a URL with variable parts that equal no literal, because it matches the fewest other patterns. If
/// even this URL reaches another pattern, all URLs do. Patterns of overriding registries replace others.
enum URLShadowedRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode != .overriding else { return [] }
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

/// Reports parents of URL patterns that no pattern matches, and cycles of parents.
enum URLParentRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    var inCycles: [String] = []
    return linked.urls.patterns.compactMap { pattern in
      guard let parent = pattern.parent, parent.wildcard == nil,
        Set(parent.names).isSubset(of: pattern.shape.names)
      else { return nil }
      var way = [pattern.shape]
      var next: ParsedPattern? = parent
      while let current = next {
        guard let found = target(of: current, linked) else {
          // The parent's own pattern reports its missing parent.
          guard way.count == 1 else { return nil }
          return Finding(pattern.ordinal, .missingURLParent(current, of: pattern, linked))
        }
        if found.shape.key == pattern.shape.key {
          // The first pattern of a cycle reports it.
          guard !inCycles.contains(found.shape.key) else { return nil }
          inCycles += way.map(\.key)
          return Finding(pattern.ordinal, .urlParentCycle(way + [found.shape], pattern.route.declaration))
        }
        // The patterns of a cycle further down report it.
        guard !way.contains(where: { $0.key == found.shape.key }) else { return nil }
        way.append(found.shape)
        next = found.parent
      }
      return nil
    }
  }

  /// Returns the pattern that the URL of a parent matches.
  private static func target(of parent: ParsedPattern, _ linked: Linked) -> RegisteredPattern? {
    let values = parent.names.map { (key: $0, value: "~") }
    guard let url = try? parent.url(values, fragment: nil) else { return nil }
    return linked.pattern(of: url).flatMap { $0.isExclusion ? nil : $0 }
  }
}

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

/// Reports overrides of URLs that the base doesn't have.
enum UnknownURLOverrideRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .overriding, let base = linked.base, !linked.isIsolated else { return [] }
    let unknown = linked.urls.patterns.filter { base.route(named: $0.shape.name) == nil }
    return unknown.map { Finding($0.ordinal, .unknownOverride($0, base)) }
  }
}

extension ParsedPattern {
  /// Returns a problem at a whole segment, given with the slash before it, which the text contains.
  fileprivate func problem(_ message: String, _ remedy: String, at segment: String) -> MalformedPattern {
    let place =
      text.firstRange(of: "\(segment)/")?.lowerBound ?? text.index(text.endIndex, offsetBy: -segment.count)
    return MalformedPattern(
      text: text, message: message, remedy: remedy,
      offset: text.distance(from: text.startIndex, to: place) + 1)
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
  fileprivate static func malformedURLPattern(_ problem: MalformedPattern, _ declaration: RouteDeclaration)
    -> Diagnostic
  {
    Diagnostic(
      .malformedURLPattern, at: declaration.location,
      "a URLPattern of \(declaration.text) \(problem.message)",
      detail: problem.picture, remedy: problem.remedy)
  }

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

  fileprivate static func urlShadowed(
    _ pattern: RegisteredPattern, by winner: RegisteredPattern
  ) -> Diagnostic {
    let (other, owner) = (winner.shape, winner.route.declaration)
    return Diagnostic(
      .urlShadowed, severity: .warning, at: pattern.route.declaration.location,
      "no URL can reach \"\(pattern.shape.text)\"",
      detail: "every URL that it matches also matches \"\(other.text)\", which is more specific",
      related: [Related(location: owner.location, message: "\(owner.text) has \"\(other.text)\"")],
      remedy: "remove one of the two\nmake this one more specific")
  }

  fileprivate static func missingURLParent(
    _ parent: ParsedPattern, of pattern: RegisteredPattern, _ linked: Linked
  ) -> Diagnostic {
    let shape = pattern.shape
    let others = linked.urls.patterns.map(\.shape.text).filter { $0 != shape.text }
    let near = NearMiss.of(parent.text, among: others)
    return Diagnostic(
      .missingURLParent, at: pattern.route.location, "no pattern matches the parent of \"\(shape.text)\"",
      detail: "URLPattern(\"\(shape.text)\", through: \"\(parent.text)\")",
      remedy: "add URLPattern(\"\(parent.text)\") to the route of the parent screen"
        + (near.map { " (did you mean \"\($0)\"?)" } ?? "") + "\nadd the module that has it to the registry")
  }

  fileprivate static func urlParentCycle(_ way: [ParsedPattern], _ declaration: RouteDeclaration)
    -> Diagnostic
  {
    Diagnostic(
      .urlParentCycle, at: declaration.location, "the parents of a deep link form a cycle",
      detail: way.map { "\"\($0.text)\"" }.joined(separator: " → "), remedy: "remove one 'through:'")
  }

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

  fileprivate static func unknownOverride(_ pattern: RegisteredPattern, _ base: RegistryImage) -> Diagnostic {
    let text = pattern.shape.text
    let near = NearMiss.of(text, among: base.urls.patterns.map(\.shape.text))
    return Diagnostic(
      .unknownOverride, at: pattern.route.location,
      "URLPattern(\"\(text)\") is overridden, but no route of the base registry has it",
      remedy: near.map { "did you mean \"\($0)\"?" } ?? overrideOrExtend)
  }
}
