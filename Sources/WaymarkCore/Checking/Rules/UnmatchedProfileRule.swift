/// Reports routes of a profile that replace nothing and that nothing needs.
///
/// A route inside of ``When`` usually replaces a route outside. If no other declaration provides the same token and
/// nothing in the profile needs it, someone probably removed or renamed the replaced route.
enum UnmatchedProfileRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    // A later extension of an early registry can need the routes, and so can an extension's base.
    guard !linked.unmatched.isEmpty, linked.mode != .overriding, linked.stage == .complete else { return [] }
    let network = linked.base == nil ? linked.network : linked.wholeNetwork
    let needed = Set(network.needed.map { network.nodes[$0].ordinal })
    return linked.unmatched.compactMap { route in
      let declaration = route.declaration
      guard let condition = route.condition, !needed.contains(route.ordinal),
        !declaration.tokens.contains(where: { linked.base?.provider(for: $0) != nil })
      else { return nil }
      let tokens = declaration.tokens.map(\.description).joined(separator: ", ")
      return route.finding(
        .unmatchedProfile, severity: .warning,
        "\(declaration.text) is in \(condition.text) and replaces nothing: no route outside provides \(tokens)",
        remedy: "provide it outside too\nadd EntryPoint() if only this profile has it\nremove the route")
    }
  }
}
