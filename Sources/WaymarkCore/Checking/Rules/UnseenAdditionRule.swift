/// Notes additions of an extension that a kept instance of its base never receives.
///
/// The base creates the instances that it keeps, and their transient dependencies, without the extension.
enum UnseenAdditionRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .extending, let base = linked.base,
      !linked.decorators.isEmpty
        || base.extendableNeeds.contains(where: { addition(to: $0, base, linked) != nil })
    else { return [] }
    let network = Network(base)
    return network.nodes.indices.flatMap { index -> [Finding] in
      guard network.nodes[index].declaration.isKeptByRoot else { return [] }
      var findings: [Finding] = []
      var seen: Set<Int> = []
      var open = [[index]]
      while let way = open.popLast(), let last = way.last {
        for need in network.nodes[last].dependencies where !need.isProperty {
          guard let addition = addition(to: need, base, linked) else { continue }
          findings.append(finding(addition, need, way.map { network.nodes[$0].declaration }))
        }
        for edge in network.edges[last] where edge.dependency.strength == .eager {
          guard network.nodes[edge.target].declaration.lifetime == .transient,
            seen.insert(edge.target).inserted
          else { continue }
          open.append(way + [edge.target])
        }
      }
      return findings
    }
  }

  /// Returns the first declaration of an extension that adds to a need of its base, or nil.
  private static func addition(
    to need: Dependency, _ base: RegistryImage, _ linked: Linked
  ) -> Change.Source? {
    switch linked.image.answer(need) {
    case .one(let provider):
      if case .none = base.answer(need) {
        return linked.changes.first { $0.token == provider.token }?.source
      }
      guard need.strength == .eager, let decorator = provider.decoration?.decorator else { return nil }
      return linked.decorators.first {
        $0.declaration.token == provider.token && $0.declaration.location == decorator.location
      }.map { .decorator($0) }
    case .all(let collection):
      let elements = linked.collections.first { $0.token == collection.token }?.elements ?? []
      for element in elements where need.collection != .keyed || element.key != nil {
        if let route = element.declared { return .route(route) }
      }
      return nil
    case .several, .none: return nil
    }
  }

  private static func finding(
    _ addition: Change.Source, _ dependency: Dependency, _ way: [RouteDeclaration]
  ) -> Finding {
    let (kept, holder) = (way[0], way[way.count - 1])
    let verb = kept.lifetime == .singleton ? "is a singleton of" : "is kept by"
    let accept =
      addition.hasEntries ? "\nadd Accepts(.unseenAddition, because: …) to \(addition.text)" : ""
    return addition.finding(
      .unseenAddition, severity: .note,
      "\(kept.subject) \(verb) the base registry, which creates it without \(addition.text)",
      detail: way.count > 1 ? way.map(\.subject).joined(separator: " → ") : nil,
      related: [holder.related(Diagnostic.need(holder, dependency))],
      remedy: "move \(addition.text) to the base registry\nmove \(kept.text) to the extension" + accept)
  }
}
