/// Reports repeated identifiers, and second routes for unknown identifiers.
enum DuplicateNameRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    var first: [RouteName: Linked.Route] = [:]
    return linked.routes.flatMap { route in
      // Other rules compare URLs.
      route.declaration.names.filter { $0.kind != .url }.compactMap { name in
        if let earlier = first[name] {
          guard !linked.areDisjoint(route.condition, earlier.condition) else { return nil }
          guard earlier.ordinal != route.ordinal else {
            return route.finding(
              .duplicateIdentifier, "\(route.declaration.text) has \(name.declaration) twice",
              remedy: "remove one of the two")
          }
          // The module of both can be listed several times. Two routes of one type on a line also have the same
          // location.
          let isRepeated =
            route.declaration.isSameDeclaration(as: earlier.declaration)
            && linked.modules.count { type(of: $0) == route.module } > 1
          return finding(route, name, first: earlier.declaration, isRepeated: isRepeated)
        }
        if linked.mode == .extending, let below = linked.base?.route(named: name) {
          return finding(route, name, first: below.declaration)
        }
        first[name] = route
        return nil
      }
    }
  }

  private static func finding(
    _ route: Linked.Route, _ name: RouteName, first: RouteDeclaration, isRepeated: Bool = false
  ) -> Finding {
    let isFallback = name == .fallback
    let code: Diagnostic.Code = isFallback ? .duplicateFallback : .duplicateIdentifier
    guard !isRepeated else {
      return route.finding(
        code, "\(isFallback ? first.text : name.declaration) is declared twice by the same declaration",
        related: [first.related("declared here first")],
        remedy: "list its module once"
          + (isFallback ? "" : "\ngive each route an identifier of its own"))
    }
    return route.finding(
      code,
      isFallback ? "two routes are made for unknown identifiers" : "two routes have \(name.declaration)",
      related: [first.related("\(first.text) \(isFallback ? "is the" : "has it") first")],
      remedy: isFallback ? "remove one of the two" : "rename one of them")
  }
}
