extension RouteDeclaration {
  /// Whether the declaration has one token and no feature that a rule has to examine.
  var isSimple: Bool {
    !hasDetails && bindings.count == 1 && !isExclusive && !hasLifecycle && configuration == nil
      && !hasDependencies
  }

  var traits: Linked.Traits {
    var traits: Linked.Traits = []
    if bindings.count != 1 { traits.insert(.unusualBindings) }
    if bindings.contains(where: { $0.isPlain }) { traits.insert(.plainBindings) }
    if isExclusive { traits.insert(.exclusive) }
    if hasDetails { traits.insert(.details) }
    if hasFeatures { traits.insert(.features) }
    if !accepted.isEmpty { traits.insert(.suppressions) }
    if !parameters.isEmpty { traits.insert(.parameters) }
    if hasDependencies { traits.insert(.dependencies) }
    if isOpen { traits.insert(.open) }
    if !contributions.isEmpty {
      traits.insert(.contributions)
      if contributions.contains(where: \.binding.isPlain) { traits.insert(.plainBindings) }
    }
    if hasLifecycle { traits.insert(.lifecycles) }
    return traits
  }
}
