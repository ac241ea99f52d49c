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
  package let isOpen: Bool
  let isExclusive: Bool
  let isEntryPoint: Bool

  /// The entries besides tokens, which add themselves.
  struct Entries: Sendable {
    var isExclusive = false
    var isEntryPoint = false
    var identifiers: [String] = []
    var lifetimes: [Lifetime] = []
    var scopes: [any RouteScope.Type] = []
    var key: ConfigurationKey?
    var requirements: [TokenDescription] = []
    var taken: [TokenDescription] = []
    var accepted: [Accepts] = []
    var contributions: [Contribution] = []
    var features: [any FeatureEntry] = []
    /// The lifecycle, if an entry has changed it.
    fileprivate var changedLifecycle: RouteLifecycle?

    var lifecycle: RouteLifecycle {
      get { changedLifecycle ?? RouteLifecycle() }
      set { changedLifecycle = newValue }
    }

    /// Whether the declaration needs no details: it has at most a lifetime, which it stores itself.
    fileprivate var isSimple: Bool {
      identifiers.isEmpty && lifetimes.count <= 1 && lifetimes != [.transient] && scopes.isEmpty && key == nil
        && requirements.isEmpty && taken.isEmpty && accepted.isEmpty && contributions.isEmpty
        && features.isEmpty && changedLifecycle == nil
    }
  }

  /// The less frequent properties.
  private final class Details: Sendable {
    let entries: Entries
    let names: [RouteName]
    /// The data that a later stage computes from its entries on first use.
    let computed = OnceReference<LazyPart>()

    init(_ entries: Entries) {
      self.entries = entries
      names = entries.identifiers.map { .identifier($0) } + entries.features.flatMap(\.names)
    }
  }

  package var identifiers: [String] { details?.entries.identifiers ?? [] }
  /// All declared lifetimes, of which only one is valid.
  var lifetimes: [Lifetime] { details?.entries.lifetimes ?? (lifetime == .transient ? [] : [lifetime]) }
  /// All declared scopes, of which only one is valid.
  var scopes: [any RouteScope.Type] { details?.entries.scopes ?? [] }
  /// The scope that keeps the instance, or nil for the root.
  package var scope: (any RouteScope.Type)? { details?.entries.scopes.first }
  /// Whether the registry keeps or shares the instance itself, not one of its scopes.
  var isKeptByRoot: Bool { lifetime != .transient && scope == nil }
  /// The key for sharing instances, if any.
  var key: ConfigurationKey? { details?.entries.key }
  var requirements: [TokenDescription] { details?.entries.requirements ?? [] }
  /// The tokens of `Takes`, including tokens without a parameter.
  var taken: [TokenDescription] { details?.entries.taken ?? [] }
  var accepted: [Accepts] { details?.entries.accepted ?? [] }

  /// Returns whether an ``Accepts`` entry suppresses a diagnostic.
  package func accepts(_ code: Diagnostic.Code) -> Bool { accepted.contains { $0.code == code } }

  var contributions: [Contribution] { details?.entries.contributions ?? [] }
  /// The names of the route besides its tokens.
  package var names: [RouteName] { details?.names ?? [] }
  /// The start and stop of the kept instance, if any.
  var lifecycle: RouteLifecycle? { details?.entries.changedLifecycle }
  var hasLifecycle: Bool { factory.asynchronous != nil || details?.entries.changedLifecycle != nil }
  var hasDetails: Bool { details != nil }
  package var hasFeatures: Bool { details.map { !$0.entries.features.isEmpty } ?? false }

  package var configuration: ConfigurationFactory? { factory.configuration }

  /// All tokens of the route, destinations' before configurations'.
  package var tokens: [TokenDescription] { bindings.map(\.token) }

  /// The name of the first token with a name, if any.
  var firstName: String? { bindings.lazy.compactMap(\.token.name.text).first }

  package func features<Entry: FeatureEntry>(_: Entry.Type) -> [Entry] {
    details?.entries.features.compactMap { $0 as? Entry } ?? []
  }

  /// Returns the data that a later stage computes from its entries once, or nil without such entries.
  package func computed<Value: Sendable>(_ compute: () -> Value) -> Value? {
    guard let details, !details.entries.features.isEmpty else { return nil }
    return details.computed.value(compute)
  }

  /// Returns whether two routes of one type with the same tokens have the same line, usually because a module is listed
  /// twice or in a loop.
  package func isSameDeclaration(as other: RouteDeclaration) -> Bool {
    location == other.location && destination == other.destination && tokens == other.tokens
  }

  /// All entries of later stages.
  package var features: [any FeatureEntry] { details?.entries.features ?? [] }

  init(
    _ kind: DestinationKind, _ destination: Any.Type, _ entries: InlineList<RouteEntryValue>,
    _ factory: Factory, _ location: DeclarationLocation, parameters: [RouteParameter] = [],
    isOpen: Bool = false
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
      details = nil
      return
    }
    var bindings = InlineList<Binding>()
    var modules: [Binding] = []
    var all = Entries()
    for entry in entries {
      switch entry.kind {
      case .binding(let binding):
        if binding.role.isModule { modules.append(binding) } else { bindings.append(binding) }
      case .takes(let tokens): all.taken += tokens
      case .other(let add): add(&all)
      }
    }
    for binding in modules { bindings.append(binding) }
    self.bindings = bindings
    isExclusive = all.isExclusive
    isEntryPoint = all.isEntryPoint
    lifetime = all.lifetimes.first ?? (all.scopes.isEmpty ? .transient : .scoped)
    details = all.isSimple ? nil : Details(all)
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
    details = other.details.map { details in
      var entries = details.entries
      entries.identifiers.removeAll { removed.contains(.identifier($0)) }
      entries.contributions = contributions ?? entries.contributions
      entries.features.removeAll { !$0.names.isEmpty && $0.names.allSatisfy(removed.contains) }
      return Details(entries)
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

// Texts for messages.
extension RouteDeclaration {
  /// The beginning of a route's declaration, `Route(Editor)`, or a decorator's declaration.
  package var text: String {
    @inline(never) get {
      if let decorator { return decorator.text }
      if let overridden { return "Overrides(\(overridden.argument))" }
      return "\(isFallback ? "Fallback" : "")Route(\(TypeName.of(destination)))"
    }
  }

  /// The name of a route's destination, or a description of a decorator.
  var subject: String {
    let name = TypeName.of(destination)
    return decorated == nil ? name : "the decorator of \(name)"
  }

  /// The entries about the lifetime of a route: `Singleton()`.
  var lifetimeText: String {
    let lifetimes = lifetimes.compactMap { lifetime -> String? in
      switch lifetime {
      case .transient: "Transient()"
      case .weaklyShared: "WeaklyShared()"
      case .singleton: "Singleton()"
      case .keyed: "Kept(by:)"
      case .scoped: nil
      }
    }
    return (lifetimes + scopes.map { "Scoped(to: \(TypeName.of($0)).self)" }).joined(separator: ", ")
  }
}
