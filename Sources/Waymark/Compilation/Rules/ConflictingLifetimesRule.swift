/// A route has one lifetime.
enum ConflictingLifetimesRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.routes.filter { $0.draft.lifetimes.count > 1 }
      .map { Finding($0.ordinal, .conflictingLifetimes($0.draft)) }
  }
}
