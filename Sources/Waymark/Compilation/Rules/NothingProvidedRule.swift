/// A route can be asked for, by a token at least; conditions among its entries may have left none.
enum NothingProvidedRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.routes.filter { $0.draft.tokens.isEmpty }
      .map { Finding($0.ordinal, .nothingProvided($0.draft)) }
  }
}
