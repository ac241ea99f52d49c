/// Reports repeated identifiers.
enum DuplicateIdentifierRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.details) else { return [] }
    var findings: [Finding] = []
    var first: [String: Program.DeclaredRoute] = [:]
    for route in program.routes {
      for identifier in route.declaration.identifiers {
        if let earlier = first[identifier] {
          let other = earlier.ordinal == route.ordinal ? nil : earlier.declaration
          findings.append(
            Finding(route.ordinal, .duplicateIdentifier(identifier, route.declaration, first: other)))
        } else if program.mode == .extending, let below = inBase(identifier, program) {
          findings.append(
            Finding(route.ordinal, .duplicateIdentifier(identifier, route.declaration, first: below)))
        } else {
          first[identifier] = route
        }
      }
    }
    return findings
  }

  private static func inBase(_ identifier: String, _ program: Program) -> RouteDeclaration? {
    program.base?.layer.route(named: .identifier(identifier))?.declaration
  }
}

extension Diagnostic {
  fileprivate static func duplicateIdentifier(
    _ identifier: String, _ declaration: RouteDeclaration, first: RouteDeclaration?
  ) -> Diagnostic {
    guard let first else {
      return Diagnostic(
        .duplicateIdentifier, at: declaration.location,
        "\(route(declaration)) has Identifier(\"\(identifier)\") twice",
        remedy: "remove one of the two")
    }
    guard !declaration.isSameDeclaration(as: first) else {
      return Diagnostic(
        .duplicateIdentifier, at: declaration.location,
        "Identifier(\"\(identifier)\") is declared twice by the same declaration",
        related: [Related(location: first.location, message: "declared here first")],
        remedy: "list its module once\ngive each route an identifier of its own")
    }
    return Diagnostic(
      .duplicateIdentifier, at: declaration.location, "two routes have Identifier(\"\(identifier)\")",
      related: [Related(location: first.location, message: "\(route(first)) has it first")],
      remedy: "rename one of them")
  }
}
