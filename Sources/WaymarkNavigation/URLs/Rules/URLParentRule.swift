import WaymarkCore

/// Reports parents of URL patterns that no pattern matches, and cycles of parents.
///
/// The routes of the parents of an early registry's patterns can come later.
enum URLParentRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    var inCycles: [String] = []
    let early = linked.base.flatMap { $0.stage == .early ? $0.urls.patterns : nil } ?? []
    let patterns = early.map { ($0, -1) } + linked.urls.patterns.map { ($0, $0.ordinal) }
    return patterns.compactMap { pattern, ordinal in
      guard let parent = pattern.parent, parent.wildcard == nil,
        Set(parent.names).isSubset(of: pattern.shape.names)
      else { return nil }
      var way = [pattern.shape]
      var next: ParsedPattern? = parent
      while let current = next {
        let target = target(of: current, linked)
        guard let found = target, !found.isExclusion else {
          // The parent's own pattern reports its missing parent. Another module can have an isolated module's parent.
          guard way.count == 1, !linked.isIsolated, linked.stage == .complete else { return nil }
          return Finding(
            ordinal,
            target.map { .excludedURLParent(current, of: pattern, by: $0) }
              ?? .missingURLParent(current, of: pattern, linked))
        }
        if found.shape.key == pattern.shape.key {
          // The first pattern of a cycle reports it.
          guard !inCycles.contains(found.shape.key) else { return nil }
          inCycles += way.map(\.key)
          return Finding(ordinal, .urlParentCycle(way + [found.shape], pattern.route.declaration))
        }
        // The patterns of a cycle further down report it.
        guard !way.contains(where: { $0.key == found.shape.key }) else { return nil }
        way.append(found.shape)
        next = found.parent
      }
      return nil
    }
  }

  /// Returns the pattern that the URL of a parent matches, which may exclude it.
  private static func target(of parent: ParsedPattern, _ linked: Linked) -> RegisteredPattern? {
    let values = parent.names.map { (key: $0, value: "~") }
    guard let url = try? parent.url(values, fragment: nil) else { return nil }
    return linked.pattern(of: url)
  }
}

extension Diagnostic {
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

  fileprivate static func excludedURLParent(
    _ parent: ParsedPattern, of pattern: RegisteredPattern, by exclusion: RegisteredPattern
  ) -> Diagnostic {
    let (shape, owner) = (pattern.shape, exclusion.route.declaration)
    return Diagnostic(
      .missingURLParent, at: pattern.route.location, "an exclusion takes the parent of \"\(shape.text)\"",
      detail: "URLPattern(\"\(shape.text)\", through: \"\(parent.text)\")",
      related: [Related(location: owner.location, message: "\(owner.text) has \(exclusion.text)")],
      remedy: "remove the exclusion\nchoose another parent")
  }

  fileprivate static func urlParentCycle(_ way: [ParsedPattern], _ declaration: RouteDeclaration)
    -> Diagnostic
  {
    Diagnostic(
      .urlParentCycle, at: declaration.location, "the parents of a deep link form a cycle",
      detail: way.map { "\"\($0.text)\"" }.joined(separator: " → "), remedy: "remove one 'through:'")
  }
}
