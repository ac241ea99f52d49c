import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: an exclusive destination is made by one route")
struct ExclusivityRuleTests: RouteVocabulary {
  /// The only route to a store.
  private static func exclusive(hasIdentifier: Bool = false, line: Int = #line) -> Route {
    Route(MemoryStore.self, line: line) {
      Service<any NoteStore>()
      Exclusive()
      if hasIdentifier { Identifier("store") }
    }
  }

  private static func exclusiveCheck() -> Route {
    Route(DiskCheck.init) {
      Contributes(to: .healthChecks, as: "disk")
      Exclusive()
    }
  }

  private static let cases = [
    RuleCase(
      "before the exclusive route", "line + 4 exclusivity-violated",
      says: "line + 5: Route(MemoryStore) is exclusive\n"
    ) {
      Route(MemoryStore.self) { Service<any RequiredStore>() }
      exclusive()
    },
    RuleCase(
      "two exclusive routes are one problem", "line + 5 exclusivity-violated",
      says: "line + 4: Route(MemoryStore) is exclusive\n"
    ) {
      exclusive()
      service({ MemoryStore() }, Service<any RequiredStore>(), Exclusive())
    },
    RuleCase(
      "of an extension", "line + 10 exclusivity-violated", "line + 11 exclusivity-violated",
      says:
        "error: Route(Editor) is Exclusive(), but the base registry has a route to the same destination [",
      "    line + 8: Route(Editor) makes it too\n",
      "    To fix: remove Exclusive()\n        or: remove the other route"
    ) {
      exclusive()
      Route(Editor.self) { View<any EditorInput>() }
    } extending: {
      Route(MemoryStore.self) { Service<any RequiredStore>() }
      Route(Editor.self) {
        View<Editor>(declaredProtocol: Editor.self)
        Exclusive()
      }
    },
    RuleCase("of an override of another route", "exclusivity-violated") {
      exclusive(hasIdentifier: true)
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    } overriding: {
      Route(MemoryStore.self) { Service<any RequiredStore>() }
    },
    RuleCase("of an override beside an exclusive contribution", "exclusivity-violated") {
      exclusiveCheck()
    } overriding: {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "other disk") }
    },
  ]

  @Test(arguments: cases) func `another route to an exclusive destination is an error`(row: RuleCase) throws {
    try row.check()
  }

  @Test func `an override of an exclusive route is accepted`() throws {
    let test = try Registry { Self.exclusive() }.overriding {
      Route({ MemoryStore(name: "other") }) { Service<any NoteStore>() }
    }
    #expect(try test(Service<any NoteStore>()).name == "other")
    let byIdentifier = try Registry {
      Self.exclusive(hasIdentifier: true)
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }.overriding {
      service({ MemoryStore(name: "other") }, Service<any RequiredStore>(), Identifier("store"))
    }
    #expect(try (byIdentifier.router(identifier: "store")?.makeService() as? MemoryStore)?.name == "other")
    #expect(try byIdentifier(Service<any NoteStore>()).name == "memory")
  }
}
