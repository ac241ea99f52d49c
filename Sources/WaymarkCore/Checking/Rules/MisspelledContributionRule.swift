/// Warns about a contribution of an override or a profile that replaces nothing, and whose key is similar to another.
///
/// With the other key, it would replace that contribution, which now stays in the collection, beside the new one. Keys
/// that differ only in their digits, such as `step1` and `step2`, are meant to differ.
enum MisspelledContributionRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.collections.flatMap { plan -> [Finding] in
      func replaces(_ element: CollectionPlan.Element) -> Bool {
        element.declared.map { linked.mode == .overriding || $0.isInProfile } ?? false
      }
      let others = plan.elements.filter { !replaces($0) }
      guard !others.isEmpty else { return [] }
      func words(_ key: String) -> String { key.filter { !$0.isNumber } }
      return plan.elements.filter { replaces($0) && $0.replaced == nil }.compactMap { element in
        // A key that another contribution has is another problem.
        guard let route = element.declared, let key = element.key, !others.contains(where: { $0.key == key }),
          let near = NearMiss.of(key, among: others.compactMap(\.key).filter { words($0) != words(key) }),
          let other = others.first(where: { $0.key == near })?.route
        else { return nil }
        let name = element.route.text
        return route.finding(
          .unknownOverride, severity: .warning,
          "\(name) contributes to \(plan.token) as \"\(key)\", which replaces nothing, and \(other.text) stays",
          related: [other.related("\"\(near)\" is contributed here")],
          remedy: "did you mean \"\(near)\"?\n"
            + "add Accepts(.unknownOverride, because: …) to \(name), if it's another contribution")
      }
    }
  }
}
