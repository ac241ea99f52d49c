/// A rule that's checked when a registry is compiled.
package protocol CompilationRule: SendableMetatype {
  /// Checks the declarations.
  ///
  /// - Parameter program: The declarations.
  /// - Returns: The findings, each with the position of the reported declaration.
  static func check(_ program: Program) -> [Finding]
}

/// An entry of a later stage that has rules of its own.
package protocol CheckedEntry: FeatureEntry {
  /// The rules about such entries; they run if a route of the program has one.
  static var rules: [any CompilationRule.Type] { get }
}

extension [Finding] {
  /// The findings in the order of their declarations; those of one declaration keep their order.
  var inOrderOfDeclaration: [Finding] {
    guard zip(self, dropFirst()).contains(where: { $0.ordinal > $1.ordinal }) else { return self }
    return enumerated().sorted { ($0.element.ordinal, $0.offset) < ($1.element.ordinal, $1.offset) }
      .map(\.element)
  }
}

/// A diagnostic and the position of its declaration, by which findings are sorted.
package struct Finding {
  let ordinal: Int
  let diagnostic: Diagnostic

  package init(_ ordinal: Int, _ diagnostic: Diagnostic) {
    self.ordinal = ordinal
    self.diagnostic = diagnostic
  }
}

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
