/// Reports routes without a token, for example because conditions removed all of them.
enum NothingProvidedRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.unusualBindings) else { return [] }
    return program.routes.filter { $0.declaration.bindings.isEmpty }
      .map { Finding($0.ordinal, .nothingProvided($0.declaration)) }
  }
}
