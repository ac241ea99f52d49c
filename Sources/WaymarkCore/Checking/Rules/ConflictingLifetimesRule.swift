/// Reports routes with more than one lifetime or time of start, or with a lifetime that excludes their configuration.
enum ConflictingLifetimesRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    return linked.routes.compactMap { route in
      let declaration = route.declaration
      if isConflicting(declaration.lifetimes, declaration.scopes) {
        return Finding(route.ordinal, .conflictingLifetimes(declaration))
      }
      if let lifecycle = declaration.lifecycle, lifecycle.isEager, lifecycle.isOnDemand {
        return Finding(route.ordinal, .conflictingStarts(declaration))
      }
      guard declaration.configuration != nil, declaration.lifetime != .transient,
        declaration.lifetime != .keyed
      else { return nil }
      return Finding(route.ordinal, .scopedConfiguration(declaration))
    }
  }

  /// Returns whether lifetimes contradict each other, except for weak or keyed sharing within a scope.
  private static func isConflicting(_ lifetimes: [Lifetime], _ scopes: [any RouteScope.Type]) -> Bool {
    lifetimes.count > 1 || scopes.count > 1
      || !scopes.isEmpty && (lifetimes.contains(.singleton) || lifetimes.contains(.transient))
  }
}

extension Diagnostic {
  fileprivate static func conflictingLifetimes(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .conflictingLifetimes, at: declaration.location,
      "\(route(declaration)) has \(lifetimes(declaration).count) lifetimes",
      detail: lifetimes(declaration).joined(separator: ", "),
      remedy: "keep one of them")
  }

  fileprivate static func conflictingStarts(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .conflictingLifetimes, at: declaration.location,
      "\(route(declaration)) has Eager() and OnDemand(), so it would be started both at once and later",
      remedy: "keep one of them")
  }

  fileprivate static func scopedConfiguration(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .conflictingLifetimes, at: declaration.location,
      "\(route(declaration)) has a configuration, but its instance is kept: only the configuration of the first caller would count",
      detail: lifetimes(declaration).joined(separator: ", "),
      remedy: "add Kept(by:) with a property of the configuration\nremove the lifetime")
  }
}
