import WaymarkRuntime

/// A `@Routed` property that a destination stores: what it asks for, and how.
struct RoutedProperty: Sendable {
  /// The name of the property, with those of the values around it: `toolbar.editor`.
  let name: String
  let token: TokenDescription
  let isOptional: Bool
  /// Whether the property holds the destination itself, not a router to it.
  let holdsDestination: Bool
}

/// The `@Routed` properties of a type.
struct RoutedProperties: Sendable {
  let properties: [RoutedProperty]
  /// False where the records of the type's fields were left out of the program.
  let isComplete: Bool

  /// Facts about types do not change while the program runs, so each type is read once.
  private static let known = Lock<[ObjectIdentifier: RoutedProperties]>([:])

  /// The properties of a class, an actor or a struct, of its superclasses, and of the structs in it.
  static func of(_ type: Any.Type) -> RoutedProperties {
    let key = ObjectIdentifier(type)
    if let found = known.withLock({ $0[key] }) { return found }
    var reader = Reader()
    reader.read(type, prefix: "")
    let found = RoutedProperties(properties: reader.properties, isComplete: reader.isComplete)
    known.withLock { $0[key] = found }
    return found
  }

  private struct Reader {
    var properties: [RoutedProperty] = []
    var isComplete = true
    private var entered: Set<ObjectIdentifier> = []

    mutating func read(_ type: Any.Type, prefix: String) {
      // A value cannot contain itself, but one type may be stored in several places; the set only holds the
      // types on the way down.
      guard entered.insert(ObjectIdentifier(type)).inserted else { return }
      defer { entered.remove(ObjectIdentifier(type)) }
      let stored = StoredProperties(of: type)
      // What a value of another module hides is its own affair; the destination itself must be readable.
      if prefix.isEmpty { isComplete = stored.isComplete }
      for property in stored.properties {
        let name = prefix + property.name.drop { $0 == "_" }
        if let routed = RoutedProperty(name, storedAs: property.type) {
          properties.append(routed)
        } else if Metadata(of: property.type).kind == .struct {
          read(property.type, prefix: "\(name).")
        }
      }
    }
  }
}

extension RoutedProperty {
  private static let wrapper = identity(Routed<RoutableView<Int>, Int>.self)
  private static let tokens: [UInt?: TokenRole] = [
    identity(RoutableView<Int>.self): .view, identity(RoutableService<Int>.self): .service,
    identity(RoutableViewModule<Int>.self): .viewModule,
    identity(RoutableServiceModule<Int>.self): .serviceModule,
  ]

  private static func identity(_ type: Any.Type) -> UInt? { Metadata(of: type).valueIdentity }

  /// The property, if what is stored is a `Routed`.
  ///
  /// The generic arguments say everything, and reading them costs no search for conformances.
  fileprivate init?(_ name: String, storedAs type: Any.Type) {
    let stored = Metadata(of: type)
    guard stored.kind == .struct, stored.valueIdentity == Self.wrapper else { return nil }
    let (token, value) = (stored.valueArgument(0), stored.valueArgument(1))
    guard let role = Self.tokens[token.valueIdentity] else { return nil }
    let requested = token.valueArgument(0)
    self.name = name
    self.token = TokenDescription(requested.type, role)
    isOptional = value != requested && value.kind == .optional && value.valueArgument(0) == requested
    holdsDestination = value == requested || isOptional
  }
}
