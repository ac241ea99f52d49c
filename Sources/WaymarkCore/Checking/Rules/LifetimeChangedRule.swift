import WaymarkRuntime

/// Reports overrides that create an instance for each request in place of a kept one, unless they state the intent.
enum LifetimeChangedRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .overriding, let base = linked.base else { return [] }
    let contributions = Dictionary(
      grouping: linked.collections.flatMap(\.elements).filter { $0.replaced != nil }, by: \.declared?.ordinal)
    return linked.routes.compactMap { route in
      let declaration = route.declaration
      guard declaration.lifetime == .transient, declaration.lifetimes.isEmpty,
        Metadata(of: declaration.destination).kind == .class
      else { return nil }
      let replaced =
        declaration.bindings.compactMap { base.provider(for: $0.token)?.keptDeclaration }
        + (contributions[route.ordinal] ?? []).compactMap(\.replaced)
      guard let kept = replaced.first(where: { $0.lifetime != .transient }) else { return nil }
      let lifetime = kept.lifetimeText
      return route.finding(
        .lifetimeChanged, severity: .warning,
        "\(declaration.text) makes a new object for each request, and replaces a route that is \(lifetime)",
        related: [kept.related("\(kept.text) is replaced")],
        remedy: "add \(lifetime) to it\nadd Transient() if this is intended")
    }
  }
}

extension Provider {
  /// The declaration of the provided instance, or nil if an adapter's closure makes another one for each request.
  fileprivate var keptDeclaration: RouteDeclaration? {
    let way = sequence(first: self) { $0.adapted }
    return way.allSatisfy { $0.adapter?.declaration.isPlain ?? true } ? route.declaration : nil
  }
}
