/// Notes additions of an extension that a singleton of its base never receives.
///
/// The base creates its singletons, and their transient dependencies, without the extension.
enum UnseenAdditionRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .extending, let base = linked.base,
      base.extendableNeeds.contains(where: { addition(to: $0, base, linked) != nil })
    else { return [] }
    let network = Network(base)
    return network.nodes.indices.flatMap { index -> [Finding] in
      guard network.nodes[index].declaration.lifetime == .singleton else { return [] }
      var findings: [Finding] = []
      var seen: Set<Int> = []
      var open = [[index]]
      while let way = open.popLast(), let last = way.last {
        for need in network.nodes[last].dependencies where need.isExtendable && !need.isProperty {
          guard let addition = addition(to: need, base, linked) else { continue }
          let declarations = way.map { network.nodes[$0].declaration }
          findings.append(Finding(addition.ordinal, .unseenAddition(addition, need, declarations)))
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

  /// A declaration of the extension.
  fileprivate typealias Addition = (
    ordinal: Int, text: String, location: DeclarationLocation, hasEntries: Bool
  )

  /// Returns the first declaration of an extension that adds to a need of its base, or nil.
  private static func addition(to need: Dependency, _ base: RegistryImage, _ linked: Linked) -> Addition? {
    switch linked.image.answer(need) {
    case .one(let provider):
      guard case .none = base.answer(need),
        let change = linked.changes.first(where: { $0.token == provider.token })
      else { return nil }
      return (change.ordinal, change.text, change.location, change.hasEntries)
    case .all(let collection):
      let elements = linked.collections.first { $0.token == collection.token }?.elements ?? []
      for element in elements where need.collection != .keyed || element.key != nil {
        guard case .declared(let ordinal, _) = element.source else { continue }
        return (ordinal, Diagnostic.route(element.route), element.route.location, true)
      }
      return nil
    case .several, .none: return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func unseenAddition(
    _ addition: UnseenAdditionRule.Addition, _ dependency: Dependency, _ way: [RouteDeclaration]
  ) -> Diagnostic {
    let (singleton, holder) = (way[0], way[way.count - 1])
    let accept =
      addition.hasEntries ? "\nadd Accepts(.unseenAddition, because: …) to \(addition.text)" : ""
    return Diagnostic(
      .unseenAddition, severity: .note, at: addition.location,
      "\(destination(singleton)) is a singleton of the base registry, which creates it without \(addition.text)",
      detail: way.count > 1 ? way.map(destination).joined(separator: " → ") : nil,
      related: [Related(location: holder.location, message: need(holder, dependency))],
      remedy: "move \(addition.text) to the base registry\nmove \(route(singleton)) to the extension" + accept
    )
  }
}
