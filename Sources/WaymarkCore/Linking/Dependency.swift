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
    !parameters.isEmpty || !requirements.isEmpty || !routedProperties.properties.isEmpty
  }

  /// The dependencies: first parameters, then `@Routed` properties, then `Requires`.
  package var dependencies: [Dependency] {
    let routed = routedProperties.properties
    guard !routed.isEmpty else { return ownDependencies }
    let properties = routed.map { property in
      Dependency(
        candidates: [property.token], strength: .lazy, origin: .property(property.name),
        isOptional: property.isOptional,
        isHeld: property.holdsDestination, collection: property.collection)
    }
    let own = ownDependencies
    let first = own.firstIndex { $0.strength == .declared } ?? own.endIndex
    return own[..<first] + properties + own[first...]
  }

  /// The dependencies of the declaration itself: parameters, then `Requires`.
  var ownDependencies: [Dependency] {
    var own: [Dependency] = []
    own.reserveCapacity(parameters.count + requirements.count)
    for (index, parameter) in parameters.enumerated() {
      if let dependency = parameter.dependency(index, in: kind) { own.append(dependency) }
    }
    for token in requirements {
      own.append(
        Dependency(
          candidates: [token], strength: .declared, origin: .requirement, isOptional: false, isHeld: false))
    }
    return own
  }

  /// The dependencies to which later declarations can add.
  var extendableNeeds: [Dependency] {
    // Most routes have none, and this check allocates nothing.
    guard
      parameters.contains(where: \.isExtendable) || requirements.contains(where: \.role.isCollection)
        || routedProperties.properties.contains(where: { $0.isOptional || $0.token.role.isCollection })
    else { return [] }
    return dependencies.filter(\.isExtendable)
  }

  package var routedProperties: RoutedProperties { RoutedProperties.of(destination) }
}

extension DecoratorDeclaration {
  /// The dependencies to which later declarations can add.
  var extendableNeeds: [Dependency] {
    parameters.enumerated().compactMap { $1.dependency($0, in: token.role.kind) }.filter(\.isExtendable)
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

  var isExtendable: Bool { if case .collection = form { true } else { isOptional } }

  /// Returns the dependency that a parameter represents, or nil if the parameter can request anything.
  func dependency(_ index: Int, in kind: DestinationKind) -> Dependency? {
    if let token {
      let isRouter = if case .router = form { true } else { false }
      let use =
        if token.role.isCollection, case .collection(_, _, let use, _) = form { use } else {
          nil as CollectionUse?
        }
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
    case .collection(let element, let role, let use, let wrapped):
      let type = wrapped ?? type
      var candidates: [TokenDescription] = []
      if role == nil || role == .services {
        candidates += role == nil ? [TokenDescription(type, .service)] : []
        candidates.append(TokenDescription(element, .services))
      }
      if role == .views || kind == .view && role == nil {
        candidates += role == nil ? [TokenDescription(type, .view)] : []
        candidates.append(TokenDescription(element, .views))
      }
      let isRouter = use == .router
      return Dependency(
        candidates: candidates, strength: isRouter ? .lazy : .eager, origin: .parameter(index),
        isOptional: isOptional, isHeld: !isRouter, collection: use,
        refusesNames: role == nil && StandardType.contains(type))
    case .destination(let type, _):
      let service = TokenDescription(type, .service)
      let candidates = kind == .view ? [service, TokenDescription(type, .view)] : [service]
      return Dependency(
        candidates: candidates, strength: .eager, origin: .parameter(index), isOptional: isOptional,
        isHeld: true, refusesNames: StandardType.contains(type))
    }
  }
}

/// A `@Routed` property of a destination.
package struct RoutedProperty: Sendable {
  /// The name of the property, prefixed with the names of the properties that contain it: `toolbar.editor`.
  package let name: String
  package let token: TokenDescription
  let isOptional: Bool
  /// Whether the property stores the destination itself rather than a router to it.
  let holdsDestination: Bool
  let collection: RouteParameter.CollectionUse?
}

package struct RoutedProperties: Sendable {
  package let properties: [RoutedProperty]
  /// Whether the program has the records of the type's fields.
  package let isComplete: Bool

  private struct Example { let routed: Routed<RoutableView<Int>, Int> }

  private static let search = StoredPropertySearch(
    forPropertiesOf: Example.self, or: Routed<RoutableView<Int>, Int>.self)

  /// The properties by type, for types that have any.
  private static let known = Lock<[ObjectIdentifier: [RoutedProperty]]>([:])

  /// Returns the properties of a class, an actor, or a struct, of its superclasses, and of the structs in it.
  package static func of(_ type: Any.Type) -> RoutedProperties {
    // Check only the destination: a struct stored in it can belong to a module without records.
    let isComplete = StoredPropertySearch.canRead(type)
    // Most destinations have none, and the records show that faster than a dictionary.
    guard search.mayFind(in: type) else { return RoutedProperties(properties: [], isComplete: isComplete) }
    let key = ObjectIdentifier(type)
    if let properties = known.withLock({ $0[key] }) {
      return RoutedProperties(properties: properties, isComplete: isComplete)
    }
    let properties = search.properties(of: type).compactMap(RoutedProperty.init)
    known.withLock { $0[key] = properties }
    return RoutedProperties(properties: properties, isComplete: isComplete)
  }
}

extension RoutedProperty {
  // An array, because a dictionary would make the runtime search the program for the conformance of its keys.
  private static let tokens: [(identity: UInt?, role: TokenRole)] = [
    (identity(RoutableView<Int>.self), .view), (identity(RoutableService<Int>.self), .service),
    (identity(RoutableViewModule<Int>.self), .viewModule),
    (identity(RoutableServiceModule<Int>.self), .serviceModule),
    (identity(RoutableViews<Int>.self), .views), (identity(RoutableServices<Int>.self), .services),
  ]

  private static func identity(_ type: Any.Type) -> UInt? { Metadata(of: type).valueIdentity }

  /// Creates the description of a `Routed` property from its generic arguments, without a search for conformances.
  fileprivate init?(_ property: StoredPropertySearch.Property) {
    let stored = Metadata(of: property.type)
    let (token, value) = (stored.valueArgument(0), stored.valueArgument(1))
    let identity = token.valueIdentity
    guard let role = Self.tokens.first(where: { $0.identity == identity })?.role else { return nil }
    let requested = token.valueArgument(0)
    name = property.name
    self.token = TokenDescription(requested.type, role)
    isOptional = value != requested && value.kind == .optional && value.valueArgument(0) == requested
    let isCollection = role.isCollection
    collection =
      !isCollection
      ? nil
      : value.valueIdentity == Self.identity([Int].self)
        ? .all : value.valueIdentity == Self.identity([Int: Int].self) ? .keyed : .router
    holdsDestination = isCollection ? collection != .router : value == requested || isOptional
  }
}
