/// Something that a route needs, as its declaration or its destination's type says.
struct Dependency: Sendable {
  enum Strength: Sendable {
    /// Made before the destination: a parameter of its initializer.
    case eager
    /// Made when it is first used: a `@Routed` property, or a router.
    case lazy
    /// Named by `Requires`; when it is made, only the factory knows.
    case declared
  }

  /// Where it shows.
  enum Origin: Sendable {
    case parameter(Int)
    case property(String)
    case requirement
  }

  /// What would do: for a parameter of a view's route, a service or else a view of its type.
  let candidates: [TokenDescription]
  let strength: Strength
  let origin: Origin
  let isOptional: Bool
  /// Whether the destination keeps what it gets; a router makes something new each time, or gets it again.
  let isHeld: Bool

  /// Where it shows, as a text: `parameter 2`, or the name of the property.
  var label: String? {
    switch origin {
    case .parameter(let index): "parameter \(index + 1)"
    case .property(let name): name
    case .requirement: nil
    }
  }
}

extension RouteDeclaration {
  /// Whether the route needs anything that its declaration or its destination's type shows.
  var hasDependencies: Bool {
    !parameters.isEmpty || !requirements.isEmpty || !routedProperties.properties.isEmpty
  }

  /// What the route needs: parameters, `@Routed` properties, `Requires`, in this order.
  var dependencies: [Dependency] {
    let parameters = parameters.enumerated().compactMap { index, parameter in
      parameter.dependency(index, in: kind)
    }
    let properties = routedProperties.properties.map { property in
      Dependency(
        candidates: [property.token], strength: .lazy, origin: .property(property.name),
        isOptional: property.isOptional,
        isHeld: property.holdsDestination)
    }
    let requirements = requirements.map { token in
      Dependency(
        candidates: [token], strength: .declared, origin: .requirement, isOptional: false, isHeld: false)
    }
    return parameters + properties + requirements
  }

  /// The `@Routed` properties of the destination.
  var routedProperties: RoutedProperties { RoutedProperties.of(destination) }
}

extension RouteParameter {
  /// What the parameter needs; nil where it may ask for anything.
  fileprivate func dependency(_ index: Int, in kind: DestinationKind) -> Dependency? {
    switch form {
    case .open: return nil
    case .router(let token, let isOptional):
      return Dependency(
        candidates: [token], strength: .lazy, origin: .parameter(index), isOptional: isOptional,
        isHeld: false)
    case .destination(let type, let isOptional):
      let service = TokenDescription(type, .service)
      let candidates = kind == .view ? [service, TokenDescription(type, .view)] : [service]
      return Dependency(
        candidates: candidates, strength: .eager, origin: .parameter(index), isOptional: isOptional,
        isHeld: true)
    }
  }
}
