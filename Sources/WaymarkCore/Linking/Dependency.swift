import WaymarkRuntime

/// A dependency that a route's declaration or its destination's type shows.
package struct Dependency: Sendable {
  package enum Strength: Sendable {
    /// A dependency created before the destination: a parameter of its initializer.
    case eager
    /// A dependency created on first use: a `@Routed` property, or a router.
    case lazy
    /// A token of `Requires`, which the factory resolves at any time.
    case declared
  }

  /// The part of the program that shows the dependency.
  enum Origin: Sendable {
    case parameter(Int)
    case property(String)
    case requirement
  }

  /// The tokens that can satisfy the dependency, in order of preference: a service before a view of the same type.
  package let candidates: [TokenDescription]
  package let strength: Strength
  let origin: Origin
  let isOptional: Bool
  /// Whether the destination retains the instance, unlike a router, which resolves it anew each time.
  let isHeld: Bool
  /// The form of a collection, or nil for one destination.
  ///
  /// An empty collection isn't missing, unless `Requires` names it.
  package var collection: RouteParameter.CollectionUse?
  /// Whether only a provider without a name satisfies the dependency (see `StandardType`).
  var refusesNames = false

  /// The token of the collection, or nil for one destination.
  var collectionToken: TokenDescription? {
    collection == nil ? nil : candidates.first(where: \.role.isCollection) ?? candidates[0]
  }

  package var isProperty: Bool { if case .property = origin { true } else { false } }

  /// Whether later declarations can add to the argument: an optional one, or a collection.
  var isExtendable: Bool { isOptional || candidates.contains(where: \.role.isCollection) }

  /// The origin in messages: `parameter 2`, or the name of the property.
  package var label: String? {
    switch origin {
    case .parameter(let index): "parameter \(index + 1)"
    case .property(let name): name
    case .requirement: nil
    }
  }
}

extension RouteDeclaration {
  var hasDependencies: Bool {
    !parameters.isEmpty || !requirements.isEmpty || !Dependency.routedProperties(of: destination).isEmpty
  }

  /// The dependencies: first parameters, then `@Routed` properties, then `Requires`.
  package var dependencies: [Dependency] {
    var all = parameters.dependencies(in: kind)
    all += Dependency.routedProperties(of: destination)
    all += requirements.map {
      Dependency(
        candidates: [$0], strength: .declared, origin: .requirement, isOptional: false, isHeld: false)
    }
    return all
  }
}

extension [RouteParameter] {
  /// Returns the dependencies of parameters, without the ones that can request anything.
  func dependencies(in kind: DestinationKind) -> [Dependency] {
    enumerated().compactMap { $1.dependency($0, in: kind) }
  }
}

extension RouteParameter {
  private var isOptional: Bool {
    switch form {
    case .destination(_, let isOptional), .router(_, let isOptional): isOptional
    case .collection(_, _, _, let wrapped): wrapped != nil
    case .scope, .configuration, .open: false
    }
  }

  /// Returns the dependency that a parameter represents, or nil if the parameter can request anything.
  func dependency(_ index: Int, in kind: DestinationKind) -> Dependency? {
    let candidates = candidates(in: kind)
    guard let first = candidates.first else { return nil }
    let isRouter = if case .router = form { true } else { false }
    var use: CollectionUse?
    if case .collection(_, _, let form, _) = form, token?.role.isCollection ?? true { use = form }
    let isLazy = isRouter || use == .router
    return Dependency(
      candidates: candidates, strength: isLazy ? .lazy : .eager, origin: .parameter(index),
      isOptional: isOptional, isHeld: !isLazy, collection: use,
      refusesNames: token == nil && !isRouter && first.role.isDestination && StandardType.contains(first.type)
    )
  }

  /// Returns the tokens that can satisfy the parameter, or none if it can request anything.
  private func candidates(in kind: DestinationKind) -> [TokenDescription] {
    if let token { return [token] }
    switch form {
    case .open, .configuration, .scope: return []
    case .router(let token, _): return [token]
    case .destination(let type, _):
      let service = TokenDescription(type, .service)
      return kind == .view ? [service, TokenDescription(type, .view)] : [service]
    case .collection(let element, let role?, _, _): return [TokenDescription(element, role)]
    case .collection(let element, nil, _, let wrapped):
      let type = wrapped ?? type
      let services = [TokenDescription(type, .service), TokenDescription(element, .services)]
      let views = [TokenDescription(type, .view), TokenDescription(element, .views)]
      return kind == .view ? services + views : services
    }
  }
}

// The `@Routed` properties of destinations.
extension Dependency {
  private struct Example { let routed: Routed<RoutableView<Int>, Int> }

  private static let search = StoredPropertySearch(
    forPropertiesOf: Example.self, or: Routed<RoutableView<Int>, Int>.self)

  /// The properties by type, for types that have any.
  private static let known = Lock<[ObjectIdentifier: [Dependency]]>([:])

  /// Returns the properties of a class, an actor, or a struct, of its superclasses, and of the structs in it.
  package static func routedProperties(of type: Any.Type) -> [Dependency] {
    // Most destinations have none, and the records show that faster than a dictionary.
    guard search.mayFind(in: type) else { return [] }
    let key = ObjectIdentifier(type)
    if let properties = known.withLock({ $0[key] }) { return properties }
    let properties = search.properties(of: type).compactMap { Dependency($0) }
    known.withLock { $0[key] = properties }
    return properties
  }

  // An array, because a dictionary would make the runtime search the program for the conformance of its keys.
  private static let tokens: [(identity: UInt?, role: TokenRole)] = [
    (identity(RoutableView<Int>.self), .view), (identity(RoutableService<Int>.self), .service),
    (identity(RoutableViewModule<Int>.self), .viewModule),
    (identity(RoutableServiceModule<Int>.self), .serviceModule),
    (identity(RoutableViews<Int>.self), .views), (identity(RoutableServices<Int>.self), .services),
  ]

  private static func identity(_ type: Any.Type) -> UInt? { Metadata(of: type).valueIdentity }

  /// Creates the dependency of a `Routed` property from its generic arguments, without a search for conformances.
  private init?(_ property: StoredPropertySearch.Property) {
    let stored = Metadata(of: property.type)
    let (token, value) = (stored.valueArgument(0), stored.valueArgument(1))
    let identity = token.valueIdentity
    guard let role = Self.tokens.first(where: { $0.identity == identity })?.role else { return nil }
    let requested = token.valueArgument(0)
    candidates = [TokenDescription(requested.type, role)]
    strength = .lazy
    // A property in a struct has a name that is prefixed with the names of the properties around it: `toolbar.editor`.
    origin = .property(property.name)
    isOptional = value != requested && value.kind == .optional && value.valueArgument(0) == requested
    guard role.isCollection else {
      // The property stores the destination itself, or else a router to it.
      isHeld = value == requested || isOptional
      return
    }
    let use: RouteParameter.CollectionUse =
      if value.valueIdentity == Self.identity([Int].self) {
        .all
      } else if value.valueIdentity == Self.identity([Int: Int].self) {
        .keyed
      } else {
        .router
      }
    isHeld = use != .router
    collection = use
  }
}
