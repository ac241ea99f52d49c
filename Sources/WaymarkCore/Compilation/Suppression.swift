/// Removes the findings that declarations suppress (``Accepts``).
struct Suppression {
  private let routes: [Program.DeclaredRoute]
  private let mode: Program.Mode

  init(_ program: Program) {
    routes =
      program.traits.contains(.suppressions) ? program.routes.filter { !$0.declaration.accepted.isEmpty } : []
    mode = program.mode
  }

  /// Returns the findings that aren't suppressed, and a note for each suppression that matched none.
  func filter(_ findings: [Finding]) -> [Finding] {
    guard !routes.isEmpty else { return findings }
    var accepted: [Int: [Diagnostic.Code]] = [:]
    for route in routes { accepted[route.ordinal] = route.declaration.accepted.map(\.code) }
    var used: Set<Use> = []
    var result: [Finding] = []
    for finding in findings {
      let diagnostic = finding.diagnostic
      if diagnostic.severity != .error || diagnostic.code == .partialOverride,
        accepted[finding.ordinal]?.contains(diagnostic.code) == true
      {
        used.insert(Use(ordinal: finding.ordinal, code: diagnostic.code))
      } else {
        result.append(finding)
      }
    }
    // An override is checked by fewer rules, so an unused suppression may be used by the rules that don't
    // run.
    guard mode != .overriding else { return result }
    let unused = routes.flatMap { route in
      route.declaration.accepted.filter { !used.contains(Use(ordinal: route.ordinal, code: $0.code)) }
        .map { Finding(route.ordinal, .unusedAcceptance($0, route.declaration)) }
    }
    return (result + unused).inOrderOfDeclaration
  }

  private struct Use: Hashable {
    let ordinal: Int
    let code: Diagnostic.Code
  }
}

extension Diagnostic {
  fileprivate static func unusedAcceptance(_ entry: Accepts, _ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .unusedAcceptance, severity: .note, at: declaration.location,
      "\(route(declaration)) accepts \(entry.code), which was not found",
      detail: "Accepts(…, because: \"\(entry.reason)\")", remedy: "remove the Accepts entry")
  }
}
