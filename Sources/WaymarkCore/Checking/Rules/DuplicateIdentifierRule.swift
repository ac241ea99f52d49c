/// Reports repeated identifiers.
enum DuplicateIdentifierRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    var findings: [Finding] = []
    var first: [String: Linked.Route] = [:]
    for route in linked.routes {
      for identifier in route.declaration.identifiers {
        if let earlier = first[identifier] {
          guard !linked.areDisjoint(route.condition, earlier.condition) else { continue }
          let other = earlier.ordinal == route.ordinal ? nil : earlier.declaration
          let isRepeated = other.map { linked.repeats(route, $0) } ?? false
          findings.append(
            Finding(
              route.ordinal,
              .duplicateIdentifier(identifier, route.declaration, first: other, isRepeated: isRepeated)))
        } else if linked.mode == .extending, let below = linked.base?.route(named: .identifier(identifier)) {
          findings.append(
            Finding(
              route.ordinal, .duplicateIdentifier(identifier, route.declaration, first: below.declaration)))
        } else {
          first[identifier] = route
        }
      }
    }
    return findings
  }
}

extension Linked {
  /// Returns whether a route is another one again, because its module is listed several times.
  ///
  /// Two routes of one type on a line also have the same location.
  fileprivate func repeats(_ route: Route, _ other: RouteDeclaration) -> Bool {
    route.declaration.isSameDeclaration(as: other) && modules.count { type(of: $0) == route.module } > 1
  }
}

extension Diagnostic {
  fileprivate static func duplicateIdentifier(
    _ identifier: String, _ declaration: RouteDeclaration, first: RouteDeclaration?,
    isRepeated: Bool = false
  ) -> Diagnostic {
    guard let first else {
      return Diagnostic(
        .duplicateIdentifier, at: declaration.location,
        "\(route(declaration)) has Identifier(\"\(identifier)\") twice",
        remedy: "remove one of the two")
    }
    guard !isRepeated else {
      return Diagnostic(
        .duplicateIdentifier, at: declaration.location,
        "Identifier(\"\(identifier)\") is declared twice by the same declaration",
        related: [Related(location: first.location, message: "declared here first")],
        remedy: "list its module once\ngive each route an identifier of its own")
    }
    return Diagnostic(
      .duplicateIdentifier, at: declaration.location, "two routes have Identifier(\"\(identifier)\")",
      related: [Related(location: first.location, message: "\(route(first)) has it first")],
      remedy: "rename one of them")
  }
}
