/// Reports routes that neither a declaration, a collection, nor the start leads to.
///
/// It omits overrides, which replace reachable routes.
enum UnreachableRouteRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode != .overriding else { return [] }
    // The network's first nodes are the linked routes.
    let needed = linked.traits.contains(.dependencies) ? linked.network.needed : []
    return linked.routes.enumerated().compactMap { index, route in
      let declaration = route.declaration
      guard !needed.contains(index), declaration.names.isEmpty, declaration.contributions.isEmpty,
        !declaration.isEntryPoint, !declaration.worksByItself, !declaration.bindings.isEmpty,
        !linked.unmatched.contains(where: { $0.ordinal == route.ordinal })
      else { return nil }
      return Finding(route.ordinal, .unreachableRoute(linked.compiledRoutes[index].declaration))
    }
  }
}

extension RouteDeclaration {
  /// Whether the start of the registry creates the instance for its own sake.
  fileprivate var worksByItself: Bool {
    lifecycle.map { ($0.isEager || !$0.starting.isEmpty) && !$0.isOnDemand } ?? false
  }
}

extension Diagnostic {
  static func unreachableRoute(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(.unreachableRoute, severity: .note, about: declaration) { declaration in
      Text(
        message: "no declaration leads to \(declaration.text)",
        remedy: "add EntryPoint() if the application itself requests it\nremove the route")
    }
  }

  /// The route of a note of the rule about the registry's own variant, or nil for any other diagnostic.
  var unreachable: RouteDeclaration? { code == .unreachableRoute && variant == nil ? route : nil }
}
