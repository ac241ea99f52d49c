import WaymarkRuntime

/// The data of a declared route.
package final class RouteDeclaration: Sendable {
  package let location: DeclarationLocation
  package let destination: Any.Type
  let factory: Factory
  /// The bindings of the destination's tokens, followed by the configuration's.
  let bindings: InlineList<Binding>
  let parameters: [RouteParameter]
  private let details: Details?
  package let kind: DestinationKind
  package let lifetime: Lifetime
  /// Whether a closure can request anything from the registry, so that the dependencies aren't known.
  let isOpen: Bool
  let isExclusive: Bool
  let isEntryPoint: Bool
  let hasLifecycle: Bool

  /// The less frequent properties.
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
    /// The data that a later stage computes from its entries on first use.
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
  /// All declared lifetimes, of which only one is valid.
  var lifetimes: [Lifetime] { details?.lifetimes ?? (lifetime == .transient ? [] : [lifetime]) }
  /// All declared scopes, of which only one is valid.
  var scopes: [any RouteScope.Type] { details?.scopes ?? [] }
  /// The scope that keeps the instance, or nil for the root.
  var scope: (any RouteScope.Type)? { details?.scopes.first }
  /// Whether the registry keeps or shares the instance itself, not one of its scopes.
  var isKeptByRoot: Bool { lifetime != .transient && scope == nil }
  /// The key for sharing instances, if any.
  var key: ConfigurationKey? { details?.key }
  var requirements: [TokenDescription] { details?.requirements ?? [] }
  /// The tokens of `Takes`, including tokens without a parameter.
  var taken: [TokenDescription] { details?.taken ?? [] }
  var accepted: [Accepts] { details?.accepted ?? [] }

  /// Returns whether an ``Accepts`` entry suppresses a diagnostic.
  package func accepts(_ code: Diagnostic.Code) -> Bool { accepted.contains { $0.code == code } }

  var contributions: [Contribution] { details?.contributions ?? [] }
  /// The names of the route besides its tokens.
  var names: [RouteName] { details?.names ?? [] }
  /// The start and stop of the kept instance, if any.
  var lifecycle: RouteLifecycle? { details?.lifecycle }
  var hasDetails: Bool { details != nil }
  package var hasFeatures: Bool { details.map { !$0.features.isEmpty } ?? false }

  package var configuration: ConfigurationFactory? { factory.configuration }

  /// All tokens of the route, destinations' before configurations'.
  var tokens: [TokenDescription] { bindings.map(\.token) }

  /// The name of the first token with a name, if any.
  var firstName: String? { bindings.lazy.compactMap(\.token.name.text).first }

  package func features<Entry: FeatureEntry>(_: Entry.Type) -> [Entry] {
    details?.features.compactMap { $0 as? Entry } ?? []
  }

  /// Returns the data that a later stage computes from its entries once, or nil without such entries.
  package func computed<Value: Sendable>(_ compute: () -> Value) -> Value? {
    guard let details, !details.features.isEmpty else { return nil }
    return details.computed.value(compute)
  }

  /// Returns whether two routes of one type with the same tokens have the same line, usually because a module is listed
  /// twice or in a loop.
  package func isSameDeclaration(as other: RouteDeclaration) -> Bool {
    location == other.location && destination == other.destination && tokens == other.tokens
  }

  /// All entries of later stages.
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
    // Most routes have one token and no other entry, and need no lists.
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

  /// Returns the declaration with replacements of tokens without names, of the same types and roles.
  func replacing(_ replacement: (TokenDescription) -> TokenDescription) -> RouteDeclaration {
    func isReplaced(_ token: TokenDescription) -> Bool { !token.isNamed && replacement(token) != token }
    guard
      bindings.contains(where: { isReplaced($0.token) })
        || contributions.contains(where: { isReplaced($0.token) })
    else { return self }
    return RouteDeclaration(
      self, bindings: InlineList(bindings.map { isReplaced($0.token) ? $0.with(replacement($0.token)) : $0 }),
      contributions: contributions.map { isReplaced($0.token) ? $0.with(replacement($0.token)) : $0 },
      without: [])
  }

  /// Creates a declaration with some of another one's bindings and names.
  init(
    _ other: RouteDeclaration, bindings: InlineList<Binding>, contributions: [Contribution]? = nil,
    without removed: Set<RouteName>
  ) {
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
        contributions: contributions ?? details.contributions,
        features: details.features.filter { $0.names.isEmpty || !$0.names.allSatisfy(removed.contains) },
        lifecycle: details.lifecycle)
    }
  }
}

/// A token of a route, and the conversion of the destination to the token's requested type.
///
/// The binding of a module token gives access to the route's configuration instead, which needs no conversion. It's a
/// class because the block's entries, the declaration, and the provider share it.
final class Binding: Sendable {
  let token: TokenDescription
  /// The closure of `.as { … }`, a `ConvertFunction`, or nil for the destination itself.
  let conversion: ErasedFunction?

  var type: Any.Type { token.type }
  var role: TokenRole { token.role }

  /// Whether the binding provides the destination itself, so that compilation checks its conformance.
  var isPlain: Bool { conversion == nil }

  init(_ token: TokenDescription, conversion: ErasedFunction? = nil) {
    self.token = token
    self.conversion = conversion
  }

  /// Creates a binding with a closure that converts the destination.
  convenience init<Destination, Requested>(
    _ token: TokenDescription, _ convert: @escaping @Sendable (__owned Destination) throws -> Requested
  ) {
    self.init(token, conversion: ErasedFunction(ConvertFunction(call: convert)))
  }

  func with(_ token: TokenDescription) -> Binding { Binding(token, conversion: conversion) }
}
