/// Reports routes that depend on each other in a cycle, so that none can be created or started first.
///
/// A cycle through a `@Routed` property or a router is allowed, because Waymark resolves that dependency later. A cycle
/// through `Requires` is allowed unless it contains a started instance, because the entry then determines the order.
enum DependencyCycleRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    // An adapter connects routes of the base, which had no cycles.
    let adapter = linked.mode != .new ? linked.adapters.first?.ordinal : nil
    guard linked.traits.contains(.dependencies) || adapter != nil else { return [] }
    let network = linked.network
    guard network.hasEdges else { return [] }
    let found = check(network, linked.eagerComponents, adapter) { $0 == .eager }
    guard linked.image.hasLifecycles else { return found }
    let cyclic = Set(found.map(\.ordinal))
    let components = network.components { $0 != .lazy }
    return found
      + check(network, components, adapter, startedOnly: true) { $0 != .lazy }.filter {
        !cyclic.contains($0.ordinal)
      }
  }

  /// Returns the cycles through some strengths of dependencies, or of the base's routes that an adapter connects.
  private static func check(
    _ network: Network, _ components: IndexLists, _ adapter: Int?, startedOnly: Bool = false,
    _ includes: (Dependency.Strength) -> Bool
  ) -> [Finding] {
    components.compactMap { component in
      // Without an adapter, a component of the base's routes isn't new.
      guard let start = component.first,
        component.count > 1 || network.edges[start].contains(where: { $0.target == start }),
        let ordinal = network.nodes[start].ordinal ?? adapter,
        !startedOnly || component.contains(where: { network.nodes[$0].declaration.isStarted })
      else { return nil }
      let members = Set(component)
      let cycles = network.ways(
        from: start, along: { includes($0.dependency.strength) && members.contains($0.target) },
        to: { $0 == start })
      return cycles.first.map { steps in
        Finding(ordinal, diagnostic(steps.map { (network.nodes[$0.node].declaration, $0.edge.dependency) }))
      }
    }
  }

  private static func diagnostic(
    _ cycle: [(declaration: RouteDeclaration, dependency: Dependency)]
  ) -> Diagnostic {
    // A message of more steps can't be read.
    let shown = 20
    let names = cycle.map(\.declaration.subject)
    let listed = names.prefix(shown) + (names.count > shown ? ["\(names.count - shown) others"] : [])
    let steps = cycle.prefix(shown).enumerated().map { index, step in
      step.declaration.related(
        Diagnostic.need(step.declaration, step.dependency, cycle[(index + 1) % cycle.count].declaration))
    }
    let (last, dependency) = cycle[cycle.count - 1]
    let wrapping =
      cycle.count == 1 ? last.tokens.lazy.compactMap { Diagnostic.wrapperRemedy(for: $0, last) }.first : nil
    // The class of a service is usually Sendable, and the compiler accepts no wrapped variable in such a class.
    let later =
      last.kind == .service && last.decorated == nil && last.destination is AnyObject.Type
      ? "Routed(…) in a constant" : "a @Routed property"
    let remedy =
      if cycle.count == 1, last.decorated != nil, let label = dependency.label {
        "use the first parameter, which is the instance to wrap, and remove \(label)"
      } else if let label = dependency.label {
        "resolve one of them later, for example in \(names[names.count - 1]), with \(later)\n"
          + "take \(router(dependency, to: cycle[0].declaration)) there as \(label)"
      } else {
        "remove Requires(\(dependency.candidates[0].argument)) from \(last.text), "
          + "and resolve it later, for example with a @Routed property"
      }
    return cycle[0].declaration.problem(
      .dependencyCycle,
      "routes depend on each other in a cycle: \((listed + [names[0]]).joined(separator: " → "))",
      related: steps, remedy: (wrapping ?? "") + remedy)
  }

  /// Returns the type of a parameter that resolves a dependency on a route later.
  private static func router(_ dependency: Dependency, to target: RouteDeclaration) -> String {
    let contributions = target.contributions.map(\.token.unnamed)
    guard dependency.collection != nil,
      let token = dependency.candidates.first(where: { contributions.contains($0.unnamed) })
    else {
      let router = target.kind == .view ? "DestinationViewRouter" : "DestinationServiceRouter"
      return "\(router)<\(TypeName.of(dependency.candidates[0].type))>"
    }
    return "\(token.role == .views ? "ViewContributions" : "Contributions")<\(TypeName.of(token.type))>"
  }
}
