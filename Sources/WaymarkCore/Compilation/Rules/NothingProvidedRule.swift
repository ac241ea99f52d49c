/// Reports routes without a token, for example after conditions removed all tokens.
enum NothingProvidedRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.unusualBindings) else { return [] }
    return program.routes.filter {
      $0.declaration.bindings.isEmpty && $0.declaration.contributions.isEmpty && !$0.isTrimmed
        && !$0.declaration.isFallback
    }
    .map { Finding($0.ordinal, .nothingProvided($0.declaration)) }
  }
}

extension Diagnostic {
  fileprivate static func nothingProvided(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .nothingProvided, at: declaration.location, "\(route(declaration)) provides nothing",
      remedy:
        "add \(declaration.kind == .view ? "View" : "Service")<…>() to its entries, outside of conditions")
  }
}
