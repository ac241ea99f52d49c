/// A URL leads to one route.
enum URLConflictRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.hasURLs else { return [] }
    let repeated = program.urls.repeated.map { pattern, first in
      Finding(
        pattern.route.ordinal,
        .urlConflict(pattern.draft.shape, pattern.route.draft, first.draft.shape, first.route.draft))
    }
    guard program.mode == .extending, let base = program.base else { return repeated }
    return repeated
      + program.urls.patterns.compactMap { pattern in
        base.layer.pattern(pattern.draft.shape.key).map { first in
          Finding(
            pattern.route.ordinal,
            .urlConflict(pattern.draft.shape, pattern.route.draft, first.shape, first.route.draft))
        }
      }
  }
}
