/// A dependency of a route, known from its declaration or its destination's type.
struct Dependency: Sendable {
  enum Strength: Sendable {
    /// A dependency that's made before the destination: a parameter of its initializer.
    case eager
    /// A dependency that's made when it's first used: a `@Routed` property, or a router.
    case lazy
    /// A token of `Requires`, of which only the factory determines when it's made.
    case declared
  }

  /// The part of the program that shows the dependency.
  enum Origin: Sendable {
    case parameter(Int)
    case property(String)
    case requirement
  }

  /// The tokens that can satisfy the dependency, in order of preference.
  ///
  /// For a parameter of a view's route, these are the service and then the view of its type.
  let candidates: [TokenDescription]
  let strength: Strength
  let origin: Origin
  let isOptional: Bool
  /// Whether the destination retains the instance; a router doesn't, and resolves anew each time.
  let isHeld: Bool
  /// The form in which a collection is needed; nil for one destination.
  ///
  /// An empty collection isn't missing, unless `Requires` names it.
  var collection: RouteParameter.CollectionUse?

  /// The origin in messages: `parameter 2`, or the name of the property.
  var label: String? {
    switch origin {
    case .parameter(let index): "parameter \(index + 1)"
    case .property(let name): name
    case .requirement: nil
    }
  }
}

extension RouteDeclaration {
  /// Whether the declaration or the destination's type shows any dependency.
  var hasDependencies: Bool {
    !parameters.isEmpty || !requirements.isEmpty || !routedProperties.properties.isEmpty
  }

  /// The dependencies: parameters, `@Routed` properties, and `Requires`, in this order.
  var dependencies: [Dependency] {
    let routed = routedProperties.properties
    guard !(parameters.isEmpty && requirements.isEmpty && routed.isEmpty) else { return [] }
    let parameters = parameters.enumerated().compactMap { index, parameter in
      parameter.dependency(index, in: kind)
    }
    let properties = routed.map { property in
      Dependency(
        candidates: [property.token], strength: .lazy, origin: .property(property.name),
        isOptional: property.isOptional,
        isHeld: property.holdsDestination, collection: property.collection)
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
  /// Returns the dependency that the parameter is; nil if it may request anything.
  func dependency(_ index: Int, in kind: DestinationKind) -> Dependency? {
    let isOptional =
      if case .destination(_, true) = form { true } else if case .router(_, true) = form { true } else {
        false
      }
    if let token {
      let isRouter = if case .router = form { true } else { false }
      let use = if case .collection(_, _, let use) = form { use } else { nil as CollectionUse? }
      let isLazy = isRouter || use == .router
      return Dependency(
        candidates: [token], strength: isLazy ? .lazy : .eager, origin: .parameter(index),
        isOptional: isOptional,
        isHeld: !isLazy, collection: use)
    }
    switch form {
    case .open, .configuration, .scope: return nil
    case .router(let token, _):
      return Dependency(
        candidates: [token], strength: .lazy, origin: .parameter(index), isOptional: isOptional,
        isHeld: false)
    case .collection(let element, let role, let use):
      var candidates: [TokenDescription] = []
      if role == nil || role == .services {
        candidates += role == nil ? [TokenDescription(type, .service)] : []
        candidates.append(TokenDescription(element, .services))
      }
      if kind == .view, role == nil || role == .views {
        candidates += role == nil ? [TokenDescription(type, .view)] : []
        candidates.append(TokenDescription(element, .views))
      }
      let isRouter = use == .router
      return Dependency(
        candidates: candidates, strength: isRouter ? .lazy : .eager, origin: .parameter(index),
        isOptional: false, isHeld: !isRouter, collection: use)
    case .destination(let type, _):
      let service = TokenDescription(type, .service)
      let candidates = kind == .view ? [service, TokenDescription(type, .view)] : [service]
      return Dependency(
        candidates: candidates, strength: .eager, origin: .parameter(index), isOptional: isOptional,
        isHeld: true)
    }
  }
}
