extension Linked {
  /// The features that the declarations use.
  ///
  /// Rules skip their work without them.
  struct Traits: OptionSet {
    let rawValue: Int

    /// Destinations or configurations provided without a closure.
    static let plainBindings = Self(rawValue: 1 << 2)
    static let exclusive = Self(rawValue: 1 << 3)
    /// Identifiers, requirements, suppressions, and entries of later stages.
    static let details = Self(rawValue: 1 << 4)
    static let features = Self(rawValue: 1 << 5)
    static let suppressions = Self(rawValue: 1 << 6)
    static let dependencies = Self(rawValue: 1 << 8)
    static let open = Self(rawValue: 1 << 9)
    /// Instances with start or stop operations.
    static let lifecycles = Self(rawValue: 1 << 11)
  }
}

extension RouteDeclaration {
  /// Whether the declaration has one token and no feature that a rule has to examine.
  var isSimple: Bool {
    !hasDetails && bindings.count == 1 && !isExclusive && !hasLifecycle && configuration == nil
      && !hasDependencies
  }

  var traits: Linked.Traits {
    var traits: Linked.Traits = []
    if bindings.contains(where: { $0.isPlain }) { traits.insert(.plainBindings) }
    if isExclusive { traits.insert(.exclusive) }
    if hasDetails { traits.insert(.details) }
    if hasFeatures { traits.insert(.features) }
    if !accepted.isEmpty { traits.insert(.suppressions) }
    if hasDependencies { traits.insert(.dependencies) }
    if isOpen { traits.insert(.open) }
    if contributions.contains(where: \.binding.isPlain) { traits.insert(.plainBindings) }
    if hasLifecycle { traits.insert(.lifecycles) }
    return traits
  }
}
