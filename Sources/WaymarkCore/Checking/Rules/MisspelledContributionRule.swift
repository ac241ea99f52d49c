/// Warns about a contribution of an override or a profile that replaces nothing, and whose key is similar to another.
///
/// With the other key, it would replace that contribution, which now stays in the collection, beside the new one. Keys
/// that differ only in their digits, such as `step1` and `step2`, are meant to differ.
enum MisspelledContributionRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.collections.flatMap { plan -> [Finding] in
      func replaces(_ element: CollectionPlan.Element) -> Bool {
        element.ordinal != nil && (linked.mode == .overriding || element.condition != nil)
      }
      let others = plan.elements.filter { !replaces($0) }
      guard !others.isEmpty else { return [] }
      func words(_ key: String) -> String { key.filter { !$0.isNumber } }
      return plan.elements.filter { replaces($0) && $0.replaced == nil }.compactMap { element in
        guard let ordinal = element.ordinal, let key = element.key,
          let near = NearMiss.of(key, among: others.compactMap(\.key).filter { words($0) != words(key) }),
          let other = others.first(where: { $0.key == near })
        else { return nil }
        return Finding(
          ordinal, .misspelledContribution(plan.token, element.route, key, near: near, other.route))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func misspelledContribution(
    _ token: TokenDescription, _ declaration: RouteDeclaration, _ key: String, near: String,
    _ other: RouteDeclaration
  ) -> Diagnostic {
    Diagnostic(
      .unknownOverride, severity: .warning, at: declaration.location,
      "\(route(declaration)) contributes to \(token) as \"\(key)\", which replaces nothing, and \(route(other)) stays",
      related: [Related(location: other.location, message: "\"\(near)\" is contributed here")],
      remedy: """
        did you mean "\(near)"?
        add Accepts(.unknownOverride, because: …) to \(route(declaration)), if it's another contribution
        """)
  }
}
