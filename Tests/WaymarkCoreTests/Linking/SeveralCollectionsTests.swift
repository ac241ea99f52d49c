import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

private final class Monitor: Sendable {
  let ledgers = Routed(.mainLedgers)
  init() {}
}
private struct SessionBook: NamedLedger {
  let label: String
  init(session: UserSession) { label = session.user }
}
private func joined(_ all: [any NamedLedger]) -> MemoryStore {
  MemoryStore(name: all.map(\.label).joined(separator: " "))
}

extension RoutableService<Monitor> { fileprivate static var ledgerMonitor: Self { declared() } }

@Suite("Several collections of one type")
struct SeveralCollectionsTests: RouteVocabulary {
  private func main(_ label: String) -> Route {
    Route({ Book(label: label) }) { Contributes(to: .mainLedgers, as: "one") }
  }
  private func copy(_ label: String) -> Route {
    Route({ Book(label: label) }) { Contributes(to: .copyLedgers, as: "one") }
  }

  @Test func `an extension's second collection makes an array of the type ambiguous`() throws {
    let base = try Registry { main("a") }
    #expect(try base.extending { Route(joined) { Service(.notes) } }(.notes).name == "a")
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending {
        copy("b")
        Route(joined) { Service(.notes) }
      }
    }
    #expect(
      text.contains(
        "parameter 1 of Route(MemoryStore) needs any NamedLedger, which is provided as Services(.mainLedgers) and "
          + "Services(.copyLedgers) [ambiguous-name]"), "\(text)")
  }

  @Test
  func `an extension's second collection makes an array of the base ambiguous, unless the base keeps it`()
    throws
  {
    for isKept in [false, true] {
      let base = try Registry {
        main("a")
        Route(joined) {
          Service(.notes)
          if isKept { Singleton() }
        }
      }
      let text = problemsOfDeriving { () throws(RegistryError) in try base.extending { copy("b") } }
      if isKept {
        #expect(text == "")
        #expect(try base.extending { copy("b") }(.notes).name == "a")
      } else {
        #expect(
          text.contains("[ambiguous-name]") && text.contains("the extension adds Services(.copyLedgers)"),
          "\(text)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `overriding a type with two collections is an error`(isReplacement: Bool) throws {
    let base = try Registry {
      main("1")
      copy("2")
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding {
        if isReplacement {
          Replaces(Services<any NamedLedger>())
        } else {
          Route({ Book(label: "fake") }) { Contributes(to: Services<any NamedLedger>(), as: "one") }
        }
      }
    }
    #expect(
      text.contains(
        "Services<any NamedLedger> is overridden, but the base registry provides Services(.mainLedgers) and "
          + "Services(.copyLedgers) [ambiguous-name]"), "\(text)")
    #expect(
      text.contains("write the name of the one that is meant, such as Services(.mainLedgers)"), "\(text)")
    #expect(text.hasPrefix("error: 1 problem"))
  }

  @Test(arguments: [false, true])
  func `a property needs all collections of its type`(hasSecond: Bool) throws {
    @RoutesBuilder func routes() -> Routes {
      Route(Monitor.init) {
        Service(.ledgerMonitor)
        Singleton()
      }
      Route(SessionBook.init(session:)) {
        Contributes(to: .mainLedgers)
        Scoped(to: UserSession.self)
      }
      if hasSecond { copy("b") }
    }
    #expect(problems(routes).contains("[captive-scope]"))
  }

  @Test func `the graph shows all collections of a property's type`() throws {
    let graph = try Registry {
      Route(Monitor.init) { Service(.ledgerMonitor) }
      main("a")
      copy("b")
    }.graph
    let needed = graph.edges.filter { $0.from.hasSuffix("Monitor") }.map(\.to)
    #expect(needed.count == 2)
    #expect(Set(needed).isSubset(of: graph.nodes.filter { $0.role == .collection }.map(\.id)))
    #expect(graph.nodes.count { $0.role == .collection } == 2)
  }
}
