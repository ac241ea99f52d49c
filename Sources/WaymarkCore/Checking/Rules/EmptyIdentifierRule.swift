/// Reports identifiers without a visible character.
enum EmptyIdentifierRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    return linked.findings { declaration in
      let empty = declaration.identifiers.filter { $0.allSatisfy(\.isWhitespace) }
      return empty.map { .emptyIdentifier($0, declaration) }
    }
  }
}

extension Diagnostic {
  fileprivate static func emptyIdentifier(_ identifier: String, _ declaration: RouteDeclaration) -> Diagnostic
  {
    Diagnostic(
      .emptyIdentifier, at: declaration.location,
      "\(route(declaration)) has an identifier without a visible character",
      detail: "Identifier(\"\(identifier)\")", remedy: "write a name\nremove the identifier")
  }
}
