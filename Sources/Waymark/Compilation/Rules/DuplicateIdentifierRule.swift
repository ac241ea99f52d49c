/// An identifier belongs to one route.
enum DuplicateIdentifierRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    var findings: [Finding] = []
    var first: [String: Program.DeclaredRoute] = [:]
    for route in program.routes {
      for identifier in route.draft.identifiers {
        if let earlier = first[identifier] {
          let other = earlier.ordinal == route.ordinal ? nil : earlier.draft
          findings.append(Finding(route.ordinal, .duplicateIdentifier(identifier, route.draft, first: other)))
        } else if program.mode == .extending, let below = inBase(identifier, program) {
          findings.append(Finding(route.ordinal, .duplicateIdentifier(identifier, route.draft, first: below)))
        } else {
          first[identifier] = route
        }
      }
    }
    return findings
  }

  private static func inBase(_ identifier: String, _ program: Program) -> RouteDraft? {
    program.base?.layer.route(identifier: identifier)?.draft
  }
}
