/// Reports contributions with a key that the collection already has, and routes that also provide the array.
enum DuplicateContributionRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.collections.flatMap { plan -> [Finding] in
      plan.repeated.compactMap { element, first in
        guard let declared = element.declared,
          !linked.areDisjoint(declared.condition, first.declared?.condition)
        else { return nil }
        let (route, key) = (element.route, element.key ?? "")
        let isSame = route.isSameDeclaration(as: first.route)
        return declared.finding(
          .duplicateContribution,
          "\(route.text) contributes to \(plan.token) as \"\(key)\", "
            + (isSame ? "twice by the same declaration" : "and so does \(first.route.text)"),
          related: [first.route.related("\"\(key)\" is contributed here first")],
          remedy: isSame
            ? "declare it once, not in a loop\nlist the module once\ngive each contribution a key of its own"
            : "use another key\nreplace the first with overriding { … }")
      } + arrays(plan, linked)
    }
  }

  private static func arrays(_ plan: CollectionPlan, _ linked: Linked) -> [Finding] {
    let array = plan.token.array
    guard let route = plan.firstDeclared else { return [] }
    let others = [linked.image, linked.base].compactMap { $0?.provider(for: array) }
    let other = others.first { $0.token == array && $0.route.declaration.collection == nil }
    guard let other else { return [] }
    let finding = route.finding(
      .duplicateContribution,
      "\(route.declaration.text) contributes to \(plan.token), and a route provides \(array), by which it is requested",
      related: [Diagnostic.Related(location: other.location, message: "\(array) is provided here")],
      remedy: "contribute the elements of the array\nprovide it through a type of its own")
    return [finding]
  }
}
