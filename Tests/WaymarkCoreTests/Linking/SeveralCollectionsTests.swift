import SharedFixtures
import Testing
import WaymarkCore

private final class Monitor: Sendable { let ledgers = Routed(.mainLedgers) }
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

  @Test(arguments: [false, true])
  func `an extension's second collection makes an array that the base doesn't keep ambiguous`(isKept: Bool)
    throws
  {
    let base = try Registry {
      main("a")
      kept(joined, Service(.notes), if: isKept)
    }
    let text = problemsOfDeriving { () throws(RegistryError) in try base.extending { copy("b") } }
    #expect(text.codes == (isKept ? [] : ["ambiguous-name"]))
    #expect(text.contains("the extension adds Services(.copyLedgers)") == !isKept, "\(text)")
    if isKept { #expect(try base.extending { copy("b") }(.notes).name == "a") }
  }

  @Test(arguments: [false, true])
  func `overriding a type with two collections is an error`(isReplacement: Bool) throws {
    let text = try problems {
      main("1")
      copy("2")
    } overriding: {
      if isReplacement {
        Replaces(Services<any NamedLedger>())
      } else {
        Route({ Book(label: "fake") }) { Contributes(to: Services<any NamedLedger>(), as: "one") }
      }
    }
    #expect(text.codes == ["ambiguous-name"])
    #expect(
      text.contains("Services<any NamedLedger> is overridden, but the base registry provides"), "\(text)")
    #expect(
      text.contains("write the name of the one that is meant, such as Services(.mainLedgers)"), "\(text)")
  }

  @Test(arguments: [false, true])
  func `a property needs all collections of its type`(hasSecond: Bool) throws {
    @RoutesBuilder func routes() -> Routes {
      kept({ Monitor() }, .ledgerMonitor)
      Route(SessionBook.init(session:)) {
        Contributes(to: .mainLedgers)
        Scoped(to: UserSession.self)
      }
      if hasSecond { copy("b") }
    }
    #expect(problems(routes).contains("[captive-scope]"))
  }

  // MARK: - Overriding the only collection of a type by the type

  @Test func `a contribution or Replaces by the type means the only name`() throws {
    let base = try Registry {
      main("old")
      Route({ Book(label: "two") }) { Contributes(to: .mainLedgers, as: "two") }
    }
    let over = try base.overriding {
      Route({ Book(label: "fake") }) { Contributes(to: Services<any NamedLedger>(), as: "one") }
    }
    #expect(try over.makeDestinations(of: .mainLedgers).map(\.label) == ["fake", "two"])
    #expect(try over.makeDestinations(of: Services<any NamedLedger>()).map(\.label) == ["fake", "two"])
    let empty = try base.overriding { Replaces(Services<any NamedLedger>()) }
    #expect(try empty.makeDestinations(of: .mainLedgers).isEmpty)
  }

  @Test func `a profile's contribution by the type replaces the one with its key`() throws {
    let registry = try Registry(profile: .preview) {
      main("old")
      When(.preview) {
        Route({ Book(label: "preview") }) { Contributes(to: Services<any NamedLedger>(), as: "one") }
      }
    }
    #expect(try registry.makeDestinations(of: .mainLedgers).map(\.label) == ["preview"])
  }
}
