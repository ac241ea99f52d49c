/// Reports identifiers without a visible character.
enum EmptyIdentifierRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    return linked.findings { declaration in
      declaration.identifiers.filter { $0.allSatisfy(\.isWhitespace) }.map { identifier in
        declaration.problem(
          .emptyIdentifier, "\(declaration.text) has an identifier without a visible character",
          detail: "Identifier(\"\(identifier)\")", remedy: "write a name\nremove the identifier")
      }
    }
  }
}
