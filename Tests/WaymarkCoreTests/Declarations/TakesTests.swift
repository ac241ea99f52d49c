import SharedFixtures
import Testing

@testable import WaymarkCore

private struct Limited: Sendable { init(_: Int?, _: (any HealthCheck)?) {} }

extension RoutableService<Int?> { fileprivate static var limit: Self { declared() } }
extension RoutableService<Limited> { fileprivate static var limited: Self { declared() } }

private struct Pair: Sendable {
  let text: String
  init(_ first: any NamedLedger, _ second: any NamedLedger) { text = "\(first.label), \(second.label)" }
}

/// Has parameters of each form of one type.
private struct Forms: Sendable {
  let text: String
  init(
    value: any NamedLedger, optional: (any NamedLedger)?, router: DestinationServiceRouter<any NamedLedger>,
    optionalRouter: DestinationServiceRouter<any NamedLedger>?,
    settings: ModuleServiceRouter<any LedgerSettings>,
    all: [any NamedLedger], optionalAll: [any NamedLedger]?, keyed: [String: any NamedLedger],
    contributions: Contributions<any NamedLedger>, time: any TimeSource
  ) throws {
    var label = ""
    _ = try settings.makeDestination(as: RoutableService<any FilledLedger>()) { label = $0.label }
    let optionalLabels = optionalAll?.map(\.label).joined(separator: "+") ?? "nil"
    text = try [
      value.label, optional?.label ?? "nil", router.makeDestination().label,
      optionalRouter?.makeDestination().label ?? "nil", label, all.map(\.label).joined(separator: "+"),
      optionalLabels, keyed.map(\.value.label).joined(separator: "+"),
      contributions.makeDestinations().map(\.label).joined(separator: "+"), "\(time.now)",
    ].joined(separator: ", ")
  }
}

@MainActor private final class Spread {
  let text: String
  init(
    _ leaf: any Leaf, _ router: DestinationViewRouter<any Leaf>,
    _ settings: ModuleViewRouter<any LeafSettings>,
    _ leaves: [any Leaf], _ ledger: any NamedLedger, _ views: ViewContributions<any Leaf>
  ) throws {
    var label = ""
    _ = try settings.makeDestination(as: RoutableView<any FilledLeaf>()) { label = $0.label }
    text = try [
      leaf.label, router.makeDestination().label, label, leaves.map(\.label).joined(separator: "+"),
      ledger.label, views.makeDestinations().map(\.label).joined(separator: "+"),
    ].joined(separator: ", ")
  }
}

extension RoutableService<Pair> { fileprivate static var pair: Self { declared() } }
extension RoutableService<Forms> { fileprivate static var forms: Self { declared() } }
extension RoutableView<Spread> { fileprivate static var spread: Self { declared() } }

@Suite("Takes: the names of parameters")
struct TakesTests: RouteVocabulary {
  @Test(arguments: NamedRegistry.allCases, [false, true])
  func `Takes supplies parameters in their order`(setting: NamedRegistry, isReversed: Bool) throws {
    let registry = try setting.make([.main, .copy]).extending {
      Route(Pair.init) {
        Service(.pair)
        if isReversed { Takes(.copyLedger, .mainLedger) } else { Takes(.mainLedger, .copyLedger) }
      }
    }
    #expect(try registry(.pair).text == (isReversed ? "copy, main" : "main, copy"))
  }

  @Test(arguments: [NameKey.main, .copy], [false, true])
  func `Takes supplies each form of a parameter, and a type's only name needs none`(
    key: NameKey, isOnly: Bool
  ) throws {
    let registry = try Registry {
      NamedModule(keys: isOnly ? [key] : [.main, .copy])
      Route(SystemTime.self) { Service<any TimeSource>() }
      Route(Forms.init) {
        Service(.forms)
        if !isOnly {
          Takes(key.ledger, key.ledger, key.ledger, key.ledger)
          Takes(key.ledgerSettings)
          Takes(key.ledgers, key.ledgers, key.ledgers, key.ledgers)
        }
      }
    }
    #expect(
      try registry(.forms).text == Array(repeating: "\(key)", count: 9).joined(separator: ", ") + ", 42")
  }

  @MainActor @Test(arguments: [NameKey.main, .copy])
  func `Takes supplies the parameters of a view`(key: NameKey) throws {
    let registry = try Registry {
      NamedModule(keys: [.main, .copy])
      Route(Spread.init) {
        View(.spread)
        Takes(key.leaf, key.leaf)
        Takes(key.leafSettings, key.leaves, key.ledger, key.leaves)
      }
    }
    #expect(try registry(.spread).text == Array(repeating: "\(key)", count: 6).joined(separator: ", "))
  }

  @Test func `an optional with an unprovided name is nil`() throws {
    let registry = try Registry {
      NamedModule(keys: [.main])
      Route({ (ledger: (any NamedLedger)?, router: DestinationServiceRouter<any NamedLedger>?) in
        MemoryStore(name: "\(ledger?.label ?? "nil"), \(router == nil ? "nil" : "a router")")
      }) {
        Service(.notes)
        Takes(.copyLedger, .copyLedger)
      }
    }
    #expect(try registry(.notes).name == "nil, nil")
  }

  @Test func `asynchronous routes can take names`() async throws {
    let registry = try Registry {
      NamedModule(keys: [.main, .copy], isKept: true)
      Route({ (first: any NamedLedger, second: any NamedLedger) async in Pair(first, second) }) {
        Service(.pair)
        Takes(.copyLedger, .mainLedger)
        Singleton()
      }
    }
    try await registry.start()
    #expect(try registry(.pair).text == "copy, main")
  }

  @Test func `a route can take names of a scope`() throws {
    let registry = try Registry {
      for key in [NameKey.main, .copy] {
        Route({ (session: UserSession) in Book(label: "\(key) of \(session.user)") }) {
          key.ledger
          Scoped(to: UserSession.self)
        }
      }
      service(Pair.init, Service(.pair), Takes(.copyLedger, .mainLedger))
    }
    let session = try registry.opening(UserSession(user: "ada"))
    #expect(try session(.pair).text == "copy of ada, main of ada")
    #expect(outcome { try registry(.pair).text } == "scopeNotOpen")
    let other = RoutableService<Pair>(declaredProtocol: Pair.self)
    #expect(try session(other).text == "copy of ada, main of ada", "by its type")
  }

  @Test func `an isolated module lacks each name that it takes`() throws {
    struct ReportModule: RouteModule {
      var routes: Routes {
        service(Pair.init, Service(.pair), Takes(.mainLedger, .copyLedger))
      }
    }
    let registry = try Registry.isolating(RoutesBuilder.buildExpression(ReportModule()))
    let missing = error { _ = try registry(.pair) }
    #expect(missing?.code == .unimplemented && missing?.message.contains("Service(.mainLedger)") == true)
    let half = try registry.overriding { Route({ Book(label: "fake") }) { Service(.mainLedger) } }
    #expect(error { _ = try half(.pair) }?.message.contains("Service(.copyLedger)") == true)
    let whole = try half.overriding { Route({ Book(label: "other") }) { Service(.copyLedger) } }
    #expect(try whole(.pair).text == "fake, other")
  }

  // MARK: - Problems

  @Test func `a token without a parameter is an error`() {
    let text = problems {
      NamedModule(keys: [.main, .copy])
      Route(SystemTime.self) { Service<any TimeSource>() }
      Route(Pair.init) {
        Service(.pair)
        Takes(.mainLedger, .copyLedger, .mainLedger)
        Takes(Service<any TimeSource>())
      }
      service({ MemoryStore() }, Service(.notes), Takes(.mainLedger))
    }
    #expect(
      text.outline == """
        error: 3 problems in 15 routes
        line + 3: error [unmatched-takes]
            Service(.mainLedger) is of the type any NamedLedger
        line + 3: error [unmatched-takes]
            Service<any TimeSource> is of the type any TimeSource
        line + 8: error [unmatched-takes]
            Service(.mainLedger) is of the type any NamedLedger
        """)
    #expect(
      text.hasSuffix(
        """
        the route has no initializer with parameters [unmatched-takes]
            Service(.mainLedger) is of the type any NamedLedger
            To fix: declare the route with the initializer, Route(MemoryStore.init)
                or: request the token in make: { … }
        """), "\(text)")
  }

  @Test func `a token of a collection or of an optional is explained`() {
    let checks = problems {
      Route(Limited.init) {
        Service(.limited)
        Takes(Service(.limit), Services(.healthChecks))
      }
    }
    #expect(checks.contains("\n    Services(.healthChecks) is of the type [any HealthCheck]\n"), "\(checks)")
    #expect(checks.contains("\n    To fix: declare the token of Int, which an optional parameter takes\n"))
  }
}
