/// An identifier belongs to one route.
enum DuplicateIdentifierRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    var findings: [Finding] = []
    var first: [String: RouteDraft] = [:]
    for route in program.routes {
      for identifier in route.draft.identifiers {
        let earlier = first[identifier] ?? (program.mode == .extending ? inBase(identifier, program) : nil)
        if let earlier {
          findings.append(
            Finding(route.ordinal, .duplicateIdentifier(identifier, route.draft, first: earlier)))
        } else {
          first[identifier] = route.draft
        }
      }
    }
    return findings
  }

  private static func inBase(_ identifier: String, _ program: Program) -> RouteDraft? {
    program.base?.layer.route(identifier: identifier)?.draft
  }
}
