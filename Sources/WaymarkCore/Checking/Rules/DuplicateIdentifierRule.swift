/// Reports repeated identifiers.
enum DuplicateIdentifierRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    var first: [String: Linked.Route] = [:]
    return linked.routes.flatMap { route in
      route.declaration.identifiers.compactMap { identifier in
        if let earlier = first[identifier] {
          guard !linked.areDisjoint(route.condition, earlier.condition) else { return nil }
          guard earlier.ordinal != route.ordinal else {
            return route.finding(
              .duplicateIdentifier, "\(route.declaration.text) has Identifier(\"\(identifier)\") twice",
              remedy: "remove one of the two")
          }
          // The module of both can be listed several times. Two routes of one type on a line also have the same
          // location.
          let isRepeated =
            route.declaration.isSameDeclaration(as: earlier.declaration)
            && linked.modules.count { type(of: $0) == route.module } > 1
          return finding(route, identifier, first: earlier.declaration, isRepeated: isRepeated)
        }
        if linked.mode == .extending, let below = linked.base?.route(named: .identifier(identifier)) {
          return finding(route, identifier, first: below.declaration)
        }
        first[identifier] = route
        return nil
      }
    }
  }

  private static func finding(
    _ route: Linked.Route, _ identifier: String, first: RouteDeclaration, isRepeated: Bool = false
  ) -> Finding {
    let entry = "Identifier(\"\(identifier)\")"
    guard isRepeated else {
      return route.finding(
        .duplicateIdentifier, "two routes have \(entry)",
        related: [first.related("\(first.text) has it first")], remedy: "rename one of them")
    }
    return route.finding(
      .duplicateIdentifier, "\(entry) is declared twice by the same declaration",
      related: [first.related("declared here first")],
      remedy: "list its module once\ngive each route an identifier of its own")
  }
}
