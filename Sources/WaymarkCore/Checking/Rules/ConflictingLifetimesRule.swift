/// Reports routes with more than one lifetime or time of start, or with a lifetime that excludes their configuration.
enum ConflictingLifetimesRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    return linked.findings { declaration in
      let (lifetimes, scopes) = (declaration.lifetimes, declaration.scopes)
      func conflict(_ problem: String, showsLifetimes: Bool = true, remedy: String) -> [Diagnostic] {
        [
          declaration.problem(
            .conflictingLifetimes, "\(declaration.text) has \(problem)",
            detail: showsLifetimes ? declaration.lifetimeText : nil, remedy: remedy)
        ]
      }
      // A scope can also share an instance weakly or by a key.
      let contradicts = !scopes.isEmpty && (lifetimes.contains(.singleton) || lifetimes.contains(.transient))
      if lifetimes.count > 1 || scopes.count > 1 || contradicts {
        return conflict("\(lifetimes.count + scopes.count) lifetimes", remedy: "keep one of them")
      }
      if let lifecycle = declaration.lifecycle, lifecycle.isEager, lifecycle.isOnDemand {
        return conflict(
          "Eager() and OnDemand(), so it would be started both at once and later", showsLifetimes: false,
          remedy: "keep one of them")
      }
      let canHaveConfiguration = declaration.lifetime == .transient || declaration.lifetime == .keyed
      guard declaration.configuration != nil, !canHaveConfiguration else { return [] }
      return conflict(
        "a configuration, but its instance is kept: only the configuration of the first caller would count",
        remedy: "add Kept(by:) with a property of the configuration\nremove the lifetime")
    }
  }
}
