/// Reports routes with more than one lifetime or time of start, or with a lifetime that excludes their configuration.
enum ConflictingLifetimesRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    return linked.findings { declaration in
      let (lifetimes, scopes) = (declaration.lifetimes, declaration.scopes)
      // A scope can also share an instance weakly or by a key.
      let contradicts = !scopes.isEmpty && (lifetimes.contains(.singleton) || lifetimes.contains(.transient))
      if lifetimes.count > 1 || scopes.count > 1 || contradicts {
        return [.conflictingLifetimes(declaration)]
      }
      if let lifecycle = declaration.lifecycle, lifecycle.isEager, lifecycle.isOnDemand {
        return [.conflictingStarts(declaration)]
      }
      let canHaveConfiguration = declaration.lifetime == .transient || declaration.lifetime == .keyed
      guard declaration.configuration != nil, !canHaveConfiguration else { return [] }
      return [.scopedConfiguration(declaration)]
    }
  }
}

extension Diagnostic {
  fileprivate static func conflictingLifetimes(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .conflictingLifetimes, at: declaration.location,
      "\(route(declaration)) has \(declaration.lifetimes.count + declaration.scopes.count) lifetimes",
      detail: lifetimes(declaration), remedy: "keep one of them")
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
      detail: lifetimes(declaration),
      remedy: "add Kept(by:) with a property of the configuration\nremove the lifetime")
  }
}
