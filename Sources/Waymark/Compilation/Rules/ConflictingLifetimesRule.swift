/// Reports routes with more than one lifetime.
enum ConflictingLifetimesRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.details) else { return [] }
    return program.routes.filter { $0.declaration.lifetimes.count > 1 }
      .map { Finding($0.ordinal, .conflictingLifetimes($0.declaration)) }
  }
}

extension Diagnostic {
  fileprivate static func conflictingLifetimes(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .conflictingLifetimes, at: declaration.location,
      "\(route(declaration)) has \(declaration.lifetimes.count) lifetimes",
      detail: declaration.lifetimes.map { $0 == .singleton ? "Singleton()" : "WeaklyShared()" }
        .joined(separator: ", "),
      remedy: "keep one of them")
  }
}
