/// Reports contributions with a key that the collection already has, and routes that also provide the array.
enum DuplicateContributionRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.collections.flatMap { plan -> [Finding] in
      plan.repeated.compactMap { element, first in
        guard let ordinal = element.ordinal, !linked.areDisjoint(element.condition, first.condition) else {
          return nil
        }
        return Finding(ordinal, .duplicateContribution(plan.token, element, first: first))
      } + arrays(plan, linked)
    }
  }

  private static func arrays(_ plan: CollectionPlan, _ linked: Linked) -> [Finding] {
    let array = plan.token.array
    guard let (ordinal, route) = plan.firstDeclared else { return [] }
    let others = [linked.image, linked.base].compactMap { $0?.provider(for: array.key) }
    let other = others.first { $0.token == array && $0.route.declaration.collection == nil }?.location
    return other.map { [Finding(ordinal, .arrayProvided(array, plan.token, route, by: $0))] } ?? []
  }
}

extension Diagnostic {
  fileprivate static func duplicateContribution(
    _ token: TokenDescription, _ element: CollectionPlan.Element, first: CollectionPlan.Element
  ) -> Diagnostic {
    let key = element.key ?? ""
    let isSame = element.route.location == first.route.location
    return Diagnostic(
      .duplicateContribution, at: element.route.location,
      "\(route(element.route)) contributes to \(token) as \"\(key)\", "
        + (isSame ? "twice by the same declaration" : "and so does \(route(first.route))"),
      related: [Related(location: first.route.location, message: "\"\(key)\" is contributed here first")],
      remedy: isSame
        ? "list the module once\ngive each contribution a key of its own"
        : "use another key\nreplace the first with overriding { … }")
  }

  fileprivate static func arrayProvided(
    _ array: TokenDescription, _ token: TokenDescription, _ declaration: RouteDeclaration,
    by other: DeclarationLocation
  ) -> Diagnostic {
    Diagnostic(
      .duplicateContribution, at: declaration.location,
      "\(route(declaration)) contributes to \(token), and a route provides \(array), by which it is requested",
      related: [Related(location: other, message: "\(array) is provided here")],
      remedy: "contribute the elements of the array\nprovide it through a type of its own")
  }
}
