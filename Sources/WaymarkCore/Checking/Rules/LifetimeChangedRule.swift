import WaymarkRuntime

/// Reports overrides that create an instance for each request in place of a kept one, unless they state the intent.
enum LifetimeChangedRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .overriding, let base = linked.base else { return [] }
    let contributions = Dictionary(
      grouping: linked.collections.flatMap(\.elements).filter { $0.replaced != nil }, by: \.ordinal)
    return linked.routes.compactMap { route in
      let declaration = route.declaration
      guard declaration.lifetime == .transient, declaration.lifetimes.isEmpty,
        Metadata(of: declaration.destination).kind == .class
      else { return nil }
      let replaced =
        declaration.bindings.compactMap { base.provider(for: $0.token.key)?.keptDeclaration }
        + (contributions[route.ordinal] ?? []).compactMap(\.replaced)
      let kept = replaced.first { $0.lifetime != .transient }
      return kept.map { Finding(route.ordinal, .lifetimeChanged(declaration, replacing: $0)) }
    }
  }
}

extension Provider {
  /// The declaration of the provided instance, or nil if an adapter's closure makes another one for each request.
  fileprivate var keptDeclaration: RouteDeclaration? {
    var next: Provider? = self
    while let provider = next {
      if let adapter = provider.adapter, !adapter.declaration.isPlain { return nil }
      next = provider.adapted
    }
    return route.declaration
  }
}

extension Diagnostic {
  fileprivate static func lifetimeChanged(_ declaration: RouteDeclaration, replacing kept: RouteDeclaration)
    -> Diagnostic
  {
    let lifetime = lifetimes(kept)
    return Diagnostic(
      .lifetimeChanged, severity: .warning, at: declaration.location,
      "\(route(declaration)) makes a new object for each request, and replaces a route that is \(lifetime)",
      related: [Related(location: kept.location, message: "\(route(kept)) is replaced")],
      remedy: "add \(lifetime) to it\nadd Transient() if this is intended")
  }
}
