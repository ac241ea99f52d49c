/// Reports routes of a profile that replace nothing and that nothing needs.
///
/// A route inside of ``When`` usually replaces a route outside. If no other declaration provides the same token and
/// nothing in the profile needs it, someone probably removed or renamed the replaced route.
enum UnmatchedProfileRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    // A later extension of an early registry can need the routes, and so can an extension's base.
    guard !linked.unmatched.isEmpty, linked.mode != .overriding, linked.stage == .complete else { return [] }
    let needed = (linked.base == nil ? linked.network : linked.wholeNetwork).needed
    let positions = Dictionary(
      linked.routes.enumerated().map { ($1.ordinal, $0) }, uniquingKeysWith: { first, _ in first })
    return linked.unmatched.filter { route in
      guard let position = positions[route.ordinal] else { return false }
      return !needed.contains(position)
        && !route.declaration.tokens.contains { linked.base?.provider(for: $0.key) != nil }
    }.compactMap { route in
      route.condition.map { Finding(route.ordinal, .unmatchedProfile(route.declaration, $0)) }
    }
  }
}

extension Diagnostic {
  fileprivate static func unmatchedProfile(
    _ declaration: RouteDeclaration, _ condition: ProfileCondition
  ) -> Diagnostic {
    let tokens = declaration.tokens.map(\.description).joined(separator: ", ")
    return Diagnostic(
      .unmatchedProfile, severity: .warning, at: declaration.location,
      "\(route(declaration)) is in \(condition.text) and replaces nothing: no route outside provides \(tokens)",
      remedy: "provide it outside too\nadd EntryPoint() if only this profile has it\nremove the route")
  }
}
