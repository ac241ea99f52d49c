import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: a chain of dependencies isn't deep")
struct DeepChainRuleTests: RouteVocabulary {
  private func notes(@RoutesBuilder _ routes: () -> Routes) throws(RegistryError) -> [Diagnostic] {
    try Registry(routes).diagnostics.filter { $0.code == .deepChain }
  }

  @Test func `a chain of more than 100 routes is a note`() throws {
    let note = try #require(try notes { LinksModule(0..<101) }.first)
    #expect(note.message.contains("of 101 routes, from Route(Link<D0, D0>) to Route(Link<D10, D0>), creates"))
    #expect(note.detail == "a thread with a small stack can overflow")
    #expect(note.related.map(\.message) == ["the chain ends with Route(Link<D10, D0>)"])
    #expect(try notes { LinksModule(0..<100) } == [])
  }

  @Test(arguments: [0, 50, 99])
  func `a dependency that is resolved later ends a chain`(lazy: Int) throws {
    #expect(try notes { LinksModule(0..<101, lazy: lazy) } == [])
    #expect(try notes { LinksModule(0..<120, lazy: 10) }.count == 1)
  }

  @Test func `an extension counts the routes of its base, and notes only a chain that begins in it`() throws {
    let base = try Registry { LinksModule(60..<120) }
    let complete = try base.extending { LinksModule(0..<60, isOpen: true) }
    #expect(complete.diagnostics.map(\.code) == [.deepChain])
    let long = try Registry { LinksModule(0..<120) }
    let extended = try long.extending { Route(SystemTime.self) { Service(.time) } }
    #expect(extended.diagnostics.filter { $0.code == .deepChain }.count == 1)
  }

  @Test func `a cycle isn't a chain`() {
    let text = problems { LinksModule(0..<120, isOpen: true) }
    #expect(text.contains("[dependency-cycle]") && !text.contains("[deep-chain]"))
  }
}
