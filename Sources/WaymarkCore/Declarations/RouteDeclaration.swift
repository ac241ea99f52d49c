package import WaymarkRuntime

/// The data of a declared route.
package final class RouteDeclaration: Sendable {
  package let location: DeclarationLocation
  package let destination: Any.Type
  let factory: Factory
  /// The bindings of the destination's tokens, followed by those of its configuration.
  let bindings: InlineList<Binding>
  let parameters: [RouteParameter]
  private let details: Details?
  package let kind: DestinationKind
  package let lifetime: Lifetime
  /// Whether a closure may request anything from the registry, so that the dependencies aren't known.
  let isOpen: Bool
  let isExclusive: Bool
  let isEntryPoint: Bool
  /// Whether the instance is started or stopped.
  let hasLifecycle: Bool

  /// The properties that few routes have.
  private final class Details: Sendable {
    let identifiers: [String]
    let lifetimes: [Lifetime]
    let scopes: [any RouteScope.Type]
    let key: ConfigurationKey?
    let requirements: [TokenDescription]
    let taken: [TokenDescription]
    let accepted: [Accepts]
    let contributions: [Contribution]
    let features: [any FeatureEntry]
    let lifecycle: RouteLifecycle?
    let names: [RouteName]
    /// What a later stage computes from its entries when it first needs it.
    let computed = OnceReference<LazyPart>()

    init(
      identifiers: [String], lifetimes: [Lifetime], scopes: [any RouteScope.Type], key: ConfigurationKey?,
      requirements: [TokenDescription], taken: [TokenDescription], accepted: [Accepts],
      contributions: [Contribution],
      features: [any FeatureEntry], lifecycle: RouteLifecycle?
    ) {
      self.identifiers = identifiers
      self.lifetimes = lifetimes
      self.scopes = scopes
      self.key = key
      self.requirements = requirements
      self.taken = taken
      self.accepted = accepted
      self.contributions = contributions
      self.features = features
      self.lifecycle = lifecycle
      names = identifiers.map { .identifier($0) } + features.flatMap(\.names)
    }
  }

  package var identifiers: [String] { details?.identifiers ?? [] }
  /// All declared lifetimes; more than one is an error.
  var lifetimes: [Lifetime] { details?.lifetimes ?? (lifetime == .transient ? [] : [lifetime]) }
  /// All declared scopes; more than one is an error.
  var scopes: [any RouteScope.Type] { details?.scopes ?? [] }
  /// The scope that keeps the instance; nil for the root.
  var scope: (any RouteScope.Type)? { details?.scopes.first }
  /// The key by which instances are shared; nil if they aren't.
  var key: ConfigurationKey? { details?.key }
  var requirements: [TokenDescription] { details?.requirements ?? [] }
  /// The tokens that `Takes` supplies to parameters, including those without a parameter.
  var taken: [TokenDescription] { details?.taken ?? [] }
  var accepted: [Accepts] { details?.accepted ?? [] }
  /// The contributions to collections.
  var contributions: [Contribution] { details?.contributions ?? [] }
  /// The names by which the route is found besides its tokens.
  var names: [RouteName] { details?.names ?? [] }
  /// What's done with the kept instance besides making it; nil if nothing is.
  var lifecycle: RouteLifecycle? { details?.lifecycle }
  var hasDetails: Bool { details != nil }
  package var hasFeatures: Bool { details.map { !$0.features.isEmpty } ?? false }

  /// The factory of the route's configuration; nil if it has none.
  package var configuration: ConfigurationFactory? { factory.configuration }

  /// All tokens that the route provides, those of destinations before those of configurations.
  var tokens: [TokenDescription] { bindings.map(\.token) }

  /// Returns the entries of one kind that a later stage added.
  package func features<Entry: FeatureEntry>(_: Entry.Type) -> [Entry] {
    details?.features.compactMap { $0 as? Entry } ?? []
  }

  /// Returns what a later stage computes from its entries, once; nil if there are none.
  package func computed<Value: Sendable>(_ compute: () -> Value) -> Value? {
    guard let details, !details.features.isEmpty else { return nil }
    return details.computed.value(compute)
  }

  /// Returns whether two routes are made by the same line, because a module is listed twice, or in a loop.
  ///
  /// A line may have several routes, which make different types.
  package func isSameDeclaration(as other: RouteDeclaration) -> Bool {
    location == other.location && destination == other.destination
  }

  /// All entries that later stages added.
  package var features: [any FeatureEntry] { details?.features ?? [] }

  init(
    _ kind: DestinationKind, _ destination: Any.Type, _ entries: InlineList<RouteEntryValue>,
    _ factory: Factory,
    _ location: DeclarationLocation, parameters: [RouteParameter], isOpen: Bool
  ) {
    self.location = location
    self.destination = destination
    self.factory = factory
    self.parameters = parameters
    self.kind = kind
    self.isOpen = isOpen || factory.hasPreparation || parameters.contains(where: \.isOpen)
    // Most routes have one token and no other entry, and need none of the lists below.
    if entries.count == 1, case .binding(let binding) = entries[0].kind {
      bindings = InlineList(binding)
      lifetime = .transient
      isExclusive = false
      isEntryPoint = false
      hasLifecycle = factory.asynchronous != nil
      details = nil
      return
    }
    var bindings = InlineList<Binding>()
    var modules: [Binding] = []
    var identifiers: [String] = []
    var lifetimes: [Lifetime] = []
    var scopes: [any RouteScope.Type] = []
    var key: ConfigurationKey?
    var requirements: [TokenDescription] = []
    var taken: [TokenDescription] = []
    var accepted: [Accepts] = []
    var contributions: [Contribution] = []
    var features: [any FeatureEntry] = []
    var lifecycle: RouteLifecycle?
    var (isExclusive, isEntryPoint) = (false, false)
    for entry in entries {
      switch entry.kind {
      case .binding(let binding):
        if binding.role.isModule { modules.append(binding) } else { bindings.append(binding) }
      case .identifier(let name): identifiers.append(name)
      case .exclusive: isExclusive = true
      case .requires(let tokens): requirements += tokens
      case .takes(let tokens): taken += tokens
      case .accepts(let entry): accepted.append(entry)
      case .entryPoint: isEntryPoint = true
      case .contribution(let contribution): contributions.append(contribution)
      case .lifetime(let lifetime): lifetimes.append(lifetime)
      case .scope(let scope): scopes.append(scope)
      case .key(let entry): key = entry
      case .feature(let entry): features.append(entry)
      case .lifecycle(let entry): lifecycle = (lifecycle ?? RouteLifecycle()).adding(entry)
      }
    }
    for binding in modules { bindings.append(binding) }
    self.bindings = bindings
    self.isExclusive = isExclusive
    self.isEntryPoint = isEntryPoint
    hasLifecycle = factory.asynchronous != nil || lifecycle != nil
    lifetime = lifetimes.first ?? (scopes.isEmpty ? .transient : .scoped)
    let hasDetails =
      !identifiers.isEmpty || lifetimes.count > 1 || lifetimes == [.transient] || !scopes.isEmpty
      || key != nil
      || !requirements.isEmpty || !taken.isEmpty || !accepted.isEmpty
      || !contributions.isEmpty || !features.isEmpty || lifecycle != nil
    details =
      hasDetails
      ? Details(
        identifiers: identifiers, lifetimes: lifetimes, scopes: scopes, key: key, requirements: requirements,
        taken: taken, accepted: accepted, contributions: contributions, features: features,
        lifecycle: lifecycle) : nil
  }

  /// Returns the declaration with other tokens of the same types and roles.
  ///
  /// - Parameter replacement: Returns the token in the place of one without a name.
  func replacing(_ replacement: (TokenDescription) -> TokenDescription) -> RouteDeclaration {
    guard bindings.contains(where: { !$0.token.isNamed && replacement($0.token) != $0.token }) else {
      return self
    }
    let bindings = bindings.map { $0.token.isNamed ? $0 : $0.with(replacement($0.token)) }
    return RouteDeclaration(self, bindings: InlineList(bindings), without: [])
  }

  /// Creates a declaration that provides less than another one.
  ///
  /// - Parameters:
  ///   - other: The other declaration.
  ///   - bindings: The bindings that remain.
  ///   - removed: The names that the new declaration doesn't have.
  init(_ other: RouteDeclaration, bindings: InlineList<Binding>, without removed: Set<RouteName>) {
    location = other.location
    destination = other.destination
    factory = other.factory
    self.bindings = bindings
    parameters = other.parameters
    kind = other.kind
    lifetime = other.lifetime
    isOpen = other.isOpen
    isExclusive = other.isExclusive
    isEntryPoint = other.isEntryPoint
    hasLifecycle = other.hasLifecycle
    details = other.details.map { details in
      Details(
        identifiers: details.identifiers.filter { !removed.contains(.identifier($0)) },
        lifetimes: details.lifetimes, scopes: details.scopes, key: details.key,
        requirements: details.requirements, taken: details.taken, accepted: details.accepted,
        contributions: details.contributions,
        features: details.features.filter { $0.names.isEmpty || !$0.names.allSatisfy(removed.contains) },
        lifecycle: details.lifecycle)
    }
  }
}

/// Data that's computed from declarations or a registry when it's first needed.
///
/// It has one type in each place that stores a part: the stage that computes the part also reads it. The place stands
/// in an earlier stage, which doesn't know the type.
package class LazyPart: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): this class has no properties, and its only subclass has a `let` of a `Sendable` type.

  fileprivate init() {}

  /// Returns a part with data.
  package static func computed(_ value: some Sendable) -> LazyPart { ComputedPart(value) }

  /// Returns the data.
  ///
  /// - Parameter type: The type of the data in this place.
  @inlinable
  package func value<Value: Sendable>(as type: Value.Type) -> Value {
    knownDowncast(self, to: ComputedPart<Value>.self).value
  }
}

/// A part with its data.
final class ComputedPart<Value: Sendable>: LazyPart, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the only property is a `let` of a `Sendable` type.

  let value: Value

  init(_ value: Value) { self.value = value }
}

extension OnceReference where Object == LazyPart {
  /// Returns the data of a place, computed if nothing has done that yet.
  package borrowing func value<Value: Sendable>(_ compute: () -> Value) -> Value {
    (unretained?.object ?? set(.computed(compute()))).value(as: Value.self)
  }
}
