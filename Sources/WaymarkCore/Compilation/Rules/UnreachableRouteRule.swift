/// Reports routes that no declaration or collection leads to, except overrides, which replace reachable routes.
enum UnreachableRouteRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.mode != .overriding else { return [] }
    // The network's first nodes are the program's routes.
    let needed = program.traits.contains(.dependencies) ? program.network.needed : []
    var findings: [Finding] = []
    for (index, route) in program.routes.enumerated() where !needed.contains(index) {
      let declaration = route.declaration
      guard declaration.names.isEmpty, declaration.contributions.isEmpty, !declaration.isEntryPoint,
        !program.unmatched.contains(where: { $0.ordinal == route.ordinal }), !declaration.bindings.isEmpty
      else {
        continue
      }
      findings.append(Finding(route.ordinal, .unreachableRoute(declaration)))
    }
    return findings
  }
}

extension Diagnostic {
  static func unreachableRoute(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(.unreachableRoute, severity: .note, about: declaration) { declaration in
      Text(
        message: "no declaration leads to \(route(declaration))",
        remedy: "add EntryPoint() if the application itself requests it\nremove the route")
    }
  }

  /// The route of a note of the rule about the registry's own variant, or nil for any other diagnostic.
  var unreachable: RouteDeclaration? { code == .unreachableRoute && variant == nil ? route : nil }
}
