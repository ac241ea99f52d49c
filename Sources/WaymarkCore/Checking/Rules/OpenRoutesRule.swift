import WaymarkRuntime

/// A destination that stores its registry only to open scopes, so that its route isn't open.
package protocol OpensScopes {}

/// Lists the routes and decorators with unknown dependencies, because their closures can request anything.
enum OpenRoutesRule: CompilationRule {
  /// The number of declarations to list.
  private static let listed = 10

  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode != .overriding, linked.traits.contains(.open) || !linked.decorators.isEmpty else {
      return []
    }
    let routes = linked.routes.filter { $0.declaration.isOpen && !opensScopes($0.declaration, linked) }
    let decorators = linked.decorators.filter { $0.declaration.parameters.contains(where: \.isOpen) }
    let open = (routes.map { Change.Source.route($0) } + decorators.map { .decorator($0) })
      .sorted { $0.ordinal < $1.ordinal }
    func isAccepted(_ source: Change.Source) -> Bool { source.route?.accepts(.openRoutes) ?? false }
    let others = open.filter { !isAccepted($0) }
    // A finding for each route that accepts it, or else its acceptance would be unused.
    return open.filter(isAccepted).map { finding([$0]) } + (others.isEmpty ? [] : [finding(others)])
  }

  private static func opensScopes(_ declaration: RouteDeclaration, _ linked: Linked) -> Bool {
    let conformance = Conformance.check(
      declaration.destination, as: (any OpensScopes).self, using: linked.conformances)
    return conformance == .conforms
  }

  private static func finding(_ open: [Change.Source]) -> Finding {
    let kind = open.allSatisfy { $0.route != nil } ? "routes" : "declarations"
    let subject =
      open.count == 1 ? "\(open[0].text) is open: it" : "\(open.count) \(kind) are open: they"
    return open[0].finding(
      .openRoutes, severity: .note,
      "\(subject) may request anything from the registry, and no rule checks these requests",
      detail: open.count > listed ? "the first \(listed) are:" : nil,
      related: open.count == 1 ? [] : open.prefix(listed).map { $0.related($0.text) },
      remedy: """
        call registry.dryRun() in a test, which makes the requests
        add Accepts(.openRoutes, because: "…") to a route that other tests cover
        """)
  }
}
