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

extension ParsedPattern {
  /// Returns a problem at a whole segment, given with the slash before it, which the text contains.
  fileprivate func problem(_ message: String, _ remedy: String, at segment: String) -> MalformedPattern {
    let place =
      text.firstRange(of: "\(segment)/")?.lowerBound ?? text.index(text.endIndex, offsetBy: -segment.count)
    return MalformedPattern(
      text: text, message: message, remedy: remedy,
      offset: text.distance(from: text.startIndex, to: place) + 1)
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
}
