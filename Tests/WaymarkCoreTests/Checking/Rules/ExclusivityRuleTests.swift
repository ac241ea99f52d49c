import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: an exclusive destination is made by one route")
struct ExclusivityRuleTests: RouteVocabulary {
  /// The only route to a store.
  private func exclusive(hasIdentifier: Bool = false, line: Int = #line) -> Route {
    Route(MemoryStore.self, line: line) {
      Service<any NoteStore>()
      Exclusive()
      if hasIdentifier { Identifier("store") }
    }
  }

  @RoutesBuilder private var exclusiveCheck: Routes {
    Route(DiskCheck.init) {
      Contributes(to: .healthChecks, as: "disk")
      Exclusive()
    }
  }

  @Test(arguments: [false, true])
  func `another route to an exclusive destination is an error`(exclusiveIsLast: Bool) {
    let text = problems {
      if !exclusiveIsLast { exclusive() }
      Route(MemoryStore.self) { Service<any RequiredStore>() }
      if exclusiveIsLast { exclusive() }
    }
    #expect(text.findings == ["line + 2 exclusivity-violated"])
    let first = "line + \(exclusiveIsLast ? 3 : 1): Route(MemoryStore) is exclusive"
    #expect(text.contains("\n    \(first)\n"), "\(text)")
  }

  @Test func `two exclusive routes are one problem`() {
    let text = problems {
      exclusive()
      service({ MemoryStore() }, Service<any RequiredStore>(), Exclusive())
    }
    #expect(text.findings == ["line + 2 exclusivity-violated"])
    #expect(text.contains("\n    line + 1: Route(MemoryStore) is exclusive\n"), "\(text)")
  }

  @Test func `an extension's route to an exclusive destination is an error`() throws {
    let text = try problems {
      exclusive()
      Route(Editor.self) { View<any EditorInput>() }
    } extending: {
      Route(MemoryStore.self) { Service<any RequiredStore>() }
      Route(Editor.self) {
        View<Editor>(declaredProtocol: Editor.self)
        Exclusive()
      }
    }
    #expect(text.findings == ["line + 4 exclusivity-violated", "line + 5 exclusivity-violated"])
    #expect(
      text.hasSuffix(
        """
        error: Route(Editor) is Exclusive(), but the base registry has a route to the same destination [exclusivity-violated]
            line + 2: Route(Editor) makes it too
            To fix: remove Exclusive()
                or: remove the other route
        """), "\(text)")
  }

  @Test func `an override of an exclusive route is accepted`() throws {
    let test = try Registry { exclusive() }.overriding {
      Route({ MemoryStore(name: "other") }) { Service<any NoteStore>() }
    }
    #expect(try test(Service<any NoteStore>()).name == "other")
    let byIdentifier = try Registry {
      exclusive(hasIdentifier: true)
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }.overriding {
      service({ MemoryStore(name: "other") }, Service<any RequiredStore>(), Identifier("store"))
    }
    #expect(try (byIdentifier.router(identifier: "store")?.makeService() as? MemoryStore)?.name == "other")
    #expect(try byIdentifier(Service<any NoteStore>()).name == "memory")
  }

  @Test func `an override of another route, or beside an exclusive contribution, is an error`() throws {
    let route = try problems {
      exclusive(hasIdentifier: true)
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    } overriding: {
      Route(MemoryStore.self) { Service<any RequiredStore>() }
    }
    let contribution = try problems {
      exclusiveCheck
    } overriding: {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "other disk") }
    }
    #expect(route.codes == ["exclusivity-violated"] && contribution.codes == ["exclusivity-violated"])
  }

  @Test func `an override of an exclusive contribution is accepted`() throws {
    let base = try Registry { exclusiveCheck }
    _ = try base.overriding { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") } }
    _ = try base.overriding {
      Replaces(.healthChecks)
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
    }
  }
}
