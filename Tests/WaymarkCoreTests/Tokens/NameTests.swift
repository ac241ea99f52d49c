import SharedFixtures
import Testing

@testable import WaymarkCore

/// A way to request a token, also one of the main actor.
private struct Way<Token: Sendable>: Sendable {
  let name: String
  let request: @Sendable @MainActor (Registry, Token) throws -> String

  init(_ name: String, _ request: @escaping @Sendable @MainActor (Registry, Token) throws -> String) {
    self.name = name
    self.request = request
  }

  /// A way to request from the current registry, which properties bind to.
  static func current(_ name: String, _ request: @escaping @Sendable @MainActor (Token) throws -> String)
    -> Way
  {
    Way(name) { registry, token in try Registry.withCurrent(registry) { try request(token) } }
  }
}

/// Returns a router, or throws the error of a request if there's no router.
private func found<Router>(_ router: Router?, or request: @autoclosure () throws -> Any) throws -> Router {
  if router == nil { _ = try request() }
  return try #require(router)
}

private func label(_ value: Any) throws -> String { try #require(value as? any NamedLedger).label }

@MainActor private func leafLabel(_ value: Any) throws -> String { try #require(value as? any Leaf).label }

private let services: [Way<RoutableService<any NamedLedger>>] = [
  Way("call") { try $0($1).label },
  Way("makeDestination") { try $0.makeDestination(to: $1).label },
  Way("preparing") { registry, token in
    var prepared = ""
    _ = try registry.makeDestination(to: token) { prepared = $0.label }
    return prepared
  },
  .current("Router.makeDestination") { try Router.makeDestination(to: $0).label },
  Way("resolver") { try Resolver(registry: $0)($1).label },
  Way("DestinationRouter") { try DestinationRouter(to: $1, in: $0).makeDestination().label },
  Way("router(to:)") { try found($0.router(to: $1), or: $0($1)).makeDestination().label },
  .current("Router.to") {
    try found(Router.to($0), or: Router.makeDestination(to: $0)).makeDestination().label
  },
  Way("AnyRouter") { try label(AnyRouter(to: $1, in: $0).makeService()) },
  Way("anyRouter(to:)") { try label(found($0.anyRouter(to: $1), or: $0($1)).makeService()) },
  .current("Routed") { try Routed($0).resolve().label },
  .current("Routed optional") { token in
    let found: (any NamedLedger)? = try Routed<_, (any NamedLedger)?>(token).resolve()
    return try found?.label ?? Router.makeDestination(to: token).label
  },
  .current("Routed router") {
    try Routed<_, DestinationServiceRouter<any NamedLedger>>($0).resolve().makeDestination().label
  },
]

private let views: [Way<RoutableView<any Leaf>>] = [
  Way("call") { try $0($1).label },
  Way("makeDestination") { try $0.makeDestination(to: $1).label },
  Way("preparing") { registry, token in
    var prepared = ""
    _ = try registry.makeDestination(to: token) { prepared = $0.label }
    return prepared
  },
  .current("Router.makeDestination") { try Router.makeDestination(to: $0).label },
  Way("resolver") { try Resolver(registry: $0)($1).label },
  Way("DestinationRouter") { try DestinationRouter(to: $1, in: $0).makeDestination().label },
  Way("router(to:)") { try found($0.router(to: $1), or: $0($1)).makeDestination().label },
  Way("AnyRouter") { try leafLabel(AnyRouter(to: $1, in: $0).makeDestination()) },
  .current("Routed") { try Routed($0).resolve().label },
  .current("Routed optional") { token in
    let found: (any Leaf)? = try Routed<_, (any Leaf)?>(token).resolve()
    return try found?.label ?? Router.makeDestination(to: token).label
  },
  .current("Routed router") {
    try Routed<_, DestinationViewRouter<any Leaf>>($0).resolve().makeDestination().label
  },
]

private let serviceModules: [Way<RoutableServiceModule<any LedgerSettings>>] = [
  Way("resolver") { try filled(Resolver(registry: $0)($1)) },
  Way("ModuleRouter") { try filled(ModuleRouter(to: $1, in: $0)) },
  Way("router(to:)") { try filled(found($0.router(to: $1), or: ModuleRouter(to: $1, in: $0))) },
  Way("AnyRouter") { registry, token in
    _ = try AnyRouter(to: token, in: registry)
    return try filled(ModuleRouter(to: token, in: registry))
  },
  .current("Routed") { try filled(Routed<_, ModuleServiceRouter<any LedgerSettings>>($0).resolve()) },
]

/// Returns the label of the service that a configuration's router makes, by the type of the service's interface.
private func filled(_ router: ModuleServiceRouter<any LedgerSettings>) throws -> String {
  var label = ""
  let made = try router.makeDestination(as: RoutableService<any FilledLedger>()) { label = $0.label }
  #expect(made.label == label)
  return label
}

private let viewModules: [Way<RoutableViewModule<any LeafSettings>>] = [
  Way("resolver") { try filled(Resolver(registry: $0)($1)) },
  Way("ModuleRouter") { try filled(ModuleRouter(to: $1, in: $0)) },
  Way("router(to:)") { try filled(found($0.router(to: $1), or: ModuleRouter(to: $1, in: $0))) },
  .current("Routed") { try filled(Routed<_, ModuleViewRouter<any LeafSettings>>($0).resolve()) },
]

@MainActor private func filled(_ router: ModuleViewRouter<any LeafSettings>) throws -> String {
  var label = ""
  let made = try router.makeDestination(as: RoutableView<any FilledLeaf>()) { label = $0.label }
  #expect(made.label == label)
  return label
}

private func one(_ labels: [String]) -> String {
  labels.isEmpty ? "unregistered" : labels.joined(separator: "+")
}

private let serviceCollections: [Way<RoutableServices<any NamedLedger>>] = [
  Way("makeDestinations") { try one($0.makeDestinations(of: $1).map(\.label)) },
  Way("resolver") { try one(Resolver(registry: $0)($1).map(\.label)) },
  Way("contributions") { try one($0.contributions(to: $1).makeDestinations().map(\.label)) },
  Way("by key") { try one($0.contributions(to: $1).makeDestinationsByKey().map(\.value.label)) },
  .current("Routed") { try one(Routed<_, [any NamedLedger]>($0).resolve().map(\.label)) },
  .current("Routed by key") {
    try one(Routed<_, [String: any NamedLedger]>($0).resolve().map(\.value.label))
  },
  .current("Routed router") {
    try one(Routed<_, Contributions<any NamedLedger>>($0).resolve().makeDestinations().map(\.label))
  },
  Way("AnyRouter") { registry, token in
    try one(#require(AnyRouter(to: token, in: registry).makeService() as? [any NamedLedger]).map(\.label))
  },
]

private let viewCollections: [Way<RoutableViews<any Leaf>>] = [
  Way("makeDestinations") { try one($0.makeDestinations(of: $1).map(\.label)) },
  Way("resolver") { try one(Resolver(registry: $0)($1).map(\.label)) },
  Way("contributions") { try one($0.contributions(to: $1).makeDestinations().map(\.label)) },
  Way("by key") { try one($0.contributions(to: $1).makeDestinationsByKey().map(\.value.label)) },
  .current("Routed") { try one(Routed<_, [any Leaf]>($0).resolve().map(\.label)) },
  .current("Routed router") {
    try one(Routed<_, ViewContributions<any Leaf>>($0).resolve().makeDestinations().map(\.label))
  },
]

@Suite("A name is a key, in each kind of token, registry, and request")
struct NameTests: RouteVocabulary {
  /// Compares the result of each way to request each name with the table.
  @MainActor private func check<Token: Sendable>(
    _ ways: [Way<Token>], _ setting: NamedRegistry, _ provided: ProvidedNames,
    isCollection: Bool = false, token: (NameKey) -> Token
  ) throws {
    let registry = try setting.make(provided.keys)
    for key in NameKey.allCases {
      for way in ways {
        let found = outcome { try way.request(registry, token(key)) }
        let expected = provided.expected(key)
        #expect(found == setting.code(expected) || isCollection && found == expected, "\(way.name) of \(key)")
      }
    }
  }

  @MainActor @Test(arguments: NamedRegistry.allCases, ProvidedNames.allCases)
  func `requests match the table`(setting: NamedRegistry, provided: ProvidedNames) throws {
    try check(services, setting, provided) { $0.ledger }
    try check(views, setting, provided) { $0.leaf }
    try check(serviceModules, setting, provided) { $0.ledgerSettings }
    try check(viewModules, setting, provided) { $0.leafSettings }
    try check(serviceCollections, setting, provided, isCollection: true) { $0.ledgers }
    try check(viewCollections, setting, provided, isCollection: true) { $0.leaves }
  }

  @Test(arguments: NamedRegistry.allCases, ProvidedNames.allCases)
  func `a registry's tokens have their names`(setting: NamedRegistry, provided: ProvidedNames) throws {
    let registry = try setting.make(provided.keys)
    let found = registry.routables.filter { $0.role == .service && $0 is RoutableService<any NamedLedger> }
    #expect(Set(found.map { $0.name }) == Set(provided.keys.map { $0 == .plain ? nil : "\($0)Ledger" }))
    #expect(found.count == provided.keys.count)
    #expect(registry.routables.count == 8 * provided.keys.count)
    #expect(registry.routables.allSatisfy { registry.anyRouter(to: $0) != nil })
  }
}
