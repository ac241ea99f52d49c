/// Reports identifiers without a visible character.
enum EmptyIdentifierRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    return linked.routes.flatMap { route in
      route.declaration.identifiers.filter { $0.allSatisfy(\.isWhitespace) }
        .map { Finding(route.ordinal, .emptyIdentifier($0, route.declaration)) }
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
