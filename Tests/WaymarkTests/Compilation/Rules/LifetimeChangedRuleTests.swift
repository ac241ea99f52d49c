import Testing
import Waymark

@Suite("An override says whether its instances are kept")
struct LifetimeChangedRuleTests: RouteVocabulary {
  private func base() throws(RegistryError) -> Registry {
    try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
      }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Singleton()
      }
    }
  }

  @Test func anObjectInPlaceOfASingleton() throws {
    let base = try base()
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }
    }
    #expect(
      text == """
        line + 1: warning: Route(MemoryStore) makes a new object for each request, and replaces a route that is Singleton() [lifetime-changed]
            line + -13: Route(MemoryStore) is replaced
            To fix: add Singleton() to it, or Transient() if this is intended
        """)
  }

  @Test func whatIsMeantIsNotReported() throws {
    let base = try base()
    let registry = try base.overriding {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Transient()
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(registry.diagnostics.allSatisfy { $0.severity == .note })
    let store = try registry.makeDestination(to: Service<any NoteStore>())
    #expect(try registry.makeDestination(to: Service<any NoteStore>()) !== store)
    let kept = try registry.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }
    #expect(kept.diagnostics.allSatisfy { $0.severity == .note })
  }
}
