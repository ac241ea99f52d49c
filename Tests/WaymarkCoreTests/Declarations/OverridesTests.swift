import SharedFixtures
import Testing
import WaymarkCore

private struct Client: Sendable {
  var load: @Sendable () -> String = { "live" }
  var limit = 1
}
extension RoutableService<Client> {
  fileprivate static var mainClient: Self { declared() }
  fileprivate static var otherClient: Self { declared() }
}
extension RoutableService<Int> { fileprivate static var amount: Self { declared() } }
@MainActor private protocol Panel: AnyObject {}
@MainActor private final class MainPanel: Panel {}
extension RoutableView<any Panel> { fileprivate static var panel: Self { declared() } }

@Suite("Overrides")
struct OverridesTests: RouteVocabulary {
  private func base() throws -> Registry {
    try Registry {
      Route({ Client() }) { Service(.mainClient) }
      Route(MainPanel.init) { View(.panel) }
    }
  }

  @Test func `overrides replace a member and a whole`() throws {
    let member = try base().overriding { Overrides(.mainClient, \.limit, with: 2) }
    #expect(try member(.mainClient).limit == 2)
    let whole = try base().overriding { Overrides(.mainClient, with: Client(load: { "fake" })) }
    #expect(try whole(.mainClient).load() == "fake")
    let closure = try base().overriding { Overrides(.mainClient, \.load) { "closure" } }
    #expect(try closure(.mainClient).load() == "closure")
    // A type means its only name.
    let type = RoutableService<Client>(declaredProtocol: Client.self)
    let unnamed = try base().overriding { Overrides(type, \.limit, with: 3) }
    #expect(try unnamed(.mainClient).limit == 3)
  }

  @Test @MainActor func `an expression's result replaces a view`() throws {
    let panel = MainPanel()
    let registry = try base().overriding { Overrides(.panel, with: panel) }
    #expect(try registry(.panel) === panel)
  }

  @Test func `the later of two overrides of a member wins`() throws {
    let registry = try base().overriding {
      Overrides(.mainClient, \.limit, with: 2)
      Overrides(.mainClient, \.limit, with: 3)
    }.overriding { Overrides(.mainClient, \.limit, with: 4) }
    #expect(try registry(.mainClient).limit == 4)
  }

  @Test func `a module's decorators stay around a whole override`() throws {
    let registry = try Registry {
      Route({ Client() }) { Service(.mainClient) }
      Decorates(.mainClient) { Client(load: $0.load, limit: $0.limit * 10) }
    }
    #expect(
      try registry.overriding { Overrides(.mainClient, with: Client(limit: 3)) }(.mainClient).limit == 30)
    #expect(try registry.overriding { Overrides(.mainClient, \.limit, with: 3) }(.mainClient).limit == 3)
  }

  @Test func `overriding a token that nothing provides is an error`() throws {
    let base = try base()
    let line = #line + 2
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.overriding { Overrides(.amount, \.self, with: 1) }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 0: error [unknown-override]
        """)
    let whole = problemsOfDeriving(line: #line + 1) { () throws(RegistryError) in
      try base.overriding { Overrides(.amount, with: 1) }
    }
    #expect(whole == text.replacing("2 routes", with: "3 routes"))
  }

  @Test func `overriding one service as a whole twice is an error`() throws {
    let base = try base()
    let text = problemsOfDeriving(line: #line + 2) { () throws(RegistryError) in
      try base.overriding {
        Overrides(.mainClient, with: Client(limit: 1))
        Overrides(.mainClient, with: Client(limit: 2))
      }
    }
    #expect(
      text.contains("line + 1: error: Service(.mainClient) is provided twice [duplicate-provision]"),
      "\(text)")
  }

  @Test func `overriding a type with two names requires a name`() throws {
    let base = try Registry {
      Route({ Client() }) { Service(.mainClient) }
      Route({ Client() }) { Service(.otherClient) }
    }
    let type = RoutableService<Client>(declaredProtocol: Client.self)
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding { Overrides(type, \.limit, with: 1) }
    }
    #expect(text.contains("Overrides(Service<Client>(), \\.limit) overrides"), "\(text)")
    #expect(text.contains("Overrides(.mainClient, \\.limit)"), "\(text)")
  }
}
