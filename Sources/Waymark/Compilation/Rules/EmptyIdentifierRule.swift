/// An identifier has at least one character that can be seen.
enum EmptyIdentifierRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.routes.flatMap { route in
      route.draft.identifiers.filter { $0.allSatisfy(\.isWhitespace) }
        .map { Finding(route.ordinal, .emptyIdentifier($0, route.draft)) }
    }
  }
}
