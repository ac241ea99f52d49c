import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: an exclusive destination is made by one route")
struct ExclusivityRuleTests: RouteVocabulary {
  @Test(arguments: [false, true])
  func `another route to an exclusive destination is an error`(exclusiveIsLast: Bool) {
    let text = problems {
      if !exclusiveIsLast {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Exclusive()
        }
      }
      Route(MemoryStore.self) { Service<any RequiredStore>() }
      if exclusiveIsLast {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Exclusive()
        }
      }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 7: error: MemoryStore is made by another route, which is Exclusive() [exclusivity-violated]
            line + \(exclusiveIsLast ? 9 : 2): Route(MemoryStore) is exclusive
            To fix: remove this route
                or: remove Exclusive() from the other one
        """)
  }

  @Test func `two exclusive routes are one problem`() {
    let text = problems {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Exclusive()
      }
      Route(MemoryStore.self) {
        Service<any RequiredStore>()
        Exclusive()
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 5: error [exclusivity-violated]
            line + 1: Route(MemoryStore) is exclusive
        """)
  }

  @Test func `an extension's route to an exclusive destination is an error`() throws {
    let line = #line
    let base = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Exclusive()
      }
      Route(Editor.self) { View<any EditorInput>() }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.extending {
        Route(MemoryStore.self) { Service<any RequiredStore>() }
        Route(Editor.self) {
          View<Editor>(declaredProtocol: Editor.self)
          Exclusive()
        }
      }
    }
    #expect(
      text == """
        error: 2 problems in 4 routes
        line + 10: error: MemoryStore is made by another route, which is Exclusive() [exclusivity-violated]
            line + 2: Route(MemoryStore) is exclusive
            To fix: remove this route
                or: remove Exclusive() from the other one
        line + 11: error: Route(Editor) is Exclusive(), but the base registry has a route to the same destination [exclusivity-violated]
            line + 6: Route(Editor) makes it too
            To fix: remove Exclusive()
                or: remove the other route
        """)
  }

  @Test func `an override of an exclusive route is accepted`() throws {
    let base = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Exclusive()
      }
    }
    let test = try base.overriding {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
      } make: {
        MemoryStore(name: "other")
      }
    }
    #expect(try test.makeDestination(to: Service<any NoteStore>()).name == "other")
  }

  @Test func `an override of an exclusive route by its identifier is accepted`() throws {
    let base = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Identifier("store")
        Exclusive()
      }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }
    let test = try base.overriding {
      Route({ MemoryStore(name: "other") }) {
        Service<any RequiredStore>()
        Identifier("store")
      }
    }
    #expect(try (test.router(identifier: "store")?.makeService() as? MemoryStore)?.name == "other")
    #expect(try test.makeDestination(to: Service<any NoteStore>()).name == "memory")
  }

  @Test func `an override of another route to an exclusive destination is an error`() throws {
    let base = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Identifier("store")
        Exclusive()
      }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }
    let error = #expect(throws: RegistryError.self) {
      try base.overriding { Route(MemoryStore.self) { Service<any RequiredStore>() } }
    }
    #expect(error?.diagnostics.map(\.code) == [.exclusivityViolated])
  }

  @Test func `routes to other destinations are accepted`() {
    let text = problems {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Exclusive()
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(text.isEmpty)
  }

  @Test func `an override of an exclusive contribution is accepted`() throws {
    let base = try Registry {
      Route(DiskCheck.init) {
        Contributes(to: .healthChecks, as: "disk")
        Exclusive()
      }
    }
    _ = try base.overriding { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") } }
    _ = try base.overriding {
      Replaces(.healthChecks)
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
    }
  }

  @Test func `an override beside an exclusive contribution is an error`() throws {
    let base = try Registry {
      Route(DiskCheck.init) {
        Contributes(to: .healthChecks, as: "disk")
        Exclusive()
      }
    }
    let error = #expect(throws: RegistryError.self) {
      try base.overriding { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "other disk") } }
    }
    #expect(error?.diagnostics.map(\.code) == [.exclusivityViolated])
  }
}
