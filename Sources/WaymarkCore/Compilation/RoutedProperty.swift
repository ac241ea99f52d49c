import WaymarkRuntime

/// A `@Routed` property that a destination stores: what it requests, and in which form.
struct RoutedProperty: Sendable {
  /// The name of the property, after those of the properties that contain it: `toolbar.editor`.
  let name: String
  let token: TokenDescription
  let isOptional: Bool
  /// Whether the property stores the destination itself, not a router to it.
  let holdsDestination: Bool
  /// The form in which a collection is requested; nil for one destination.
  let collection: RouteParameter.CollectionUse?
}

/// The `@Routed` properties of a type.
struct RoutedProperties: Sendable {
  let properties: [RoutedProperty]
  /// False if the program was built without the records of the type's fields.
  let isComplete: Bool

  private static let search = StoredPropertySearch(for: Routed<RoutableView<Int>, Int>.self)

  /// The properties of the types that have any; they don't change while the program runs.
  private static let known = Lock<[ObjectIdentifier: [RoutedProperty]]>([:])

  /// Returns the properties of a class, an actor or a struct, of its superclasses, and of the structs in it.
  static func of(_ type: Any.Type) -> RoutedProperties {
    // Only the destination is considered: a struct stored in it may belong to a module without records.
    let isComplete = StoredPropertySearch.canRead(type)
    // Most destinations have none, and reading that from the records is faster than a dictionary.
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
  private static let tokens: [UInt?: TokenRole] = [
    identity(RoutableView<Int>.self): .view, identity(RoutableService<Int>.self): .service,
    identity(RoutableViewModule<Int>.self): .viewModule,
    identity(RoutableServiceModule<Int>.self): .serviceModule,
    identity(RoutableViews<Int>.self): .views, identity(RoutableServices<Int>.self): .services,
  ]

  private static func identity(_ type: Any.Type) -> UInt? { Metadata(of: type).valueIdentity }

  /// Creates the description of a property whose type is a `Routed`; fails for any other type.
  ///
  /// The generic arguments contain all information, and reading them needs no search for conformances.
  fileprivate init?(_ property: StoredPropertySearch.Property) {
    let stored = Metadata(of: property.type)
    let (token, value) = (stored.valueArgument(0), stored.valueArgument(1))
    guard let role = Self.tokens[token.valueIdentity] else { return nil }
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
