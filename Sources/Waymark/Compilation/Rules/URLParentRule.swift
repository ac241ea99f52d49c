/// The screen below a deep link is there, and leads to a first one.
enum URLParentRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.hasURLs else { return [] }
    return program.urls.patterns.compactMap { pattern in
      guard let parent = pattern.draft.parent, Set(parent.names).isSubset(of: pattern.draft.shape.names),
        !parent.segments.contains(where: { $0 == .any || $0 == .rest })
      else { return nil }
      var way = [pattern.draft.shape]
      var next: URLShape? = parent
      while let current = next {
        guard let found = target(of: current, program) else {
          // Of a screen further below, its own pattern says so.
          guard way.count == 1 else { return nil }
          let near = NearMiss.of(
            current.text,
            among: program.urls.patterns.map(\.draft.shape.text).filter { $0 != pattern.draft.shape.text })
          return Finding(
            pattern.route.ordinal,
            .missingURLParent(current, of: pattern.draft.shape, pattern.route.draft, near: near))
        }
        if found.shape.key == pattern.draft.shape.key {
          return Finding(
            pattern.route.ordinal, .urlParentCycle(way + [found.shape], pattern.route.draft))
        }
        // A circle further below is reported where it is.
        guard !way.contains(where: { $0.key == found.shape.key }) else { return nil }
        way.append(found.shape)
        next = found.parent
      }
      return nil
    }
  }

  /// The pattern to which the URL of a parent leads.
  private static func target(of parent: URLShape, _ program: Program) -> PatternDraft? {
    var values: [String: String] = [:]
    for name in parent.names { values[name] = "~" }
    guard let url = try? parent.url(values, fragment: nil) else { return nil }
    if let found = program.urls.match(url) { return found.draft }
    return program.base?.match(url).map { PatternDraft(shape: $0.linked.shape, parent: $0.linked.parent) }
  }
}
