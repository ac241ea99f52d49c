import SharedFixtures
import Testing
import WaymarkCore

@MainActor private final class TitledEditor: EditorInput, HeadingInput {
  var title = ""
  var heading: String {
    get { title }
    set { title = newValue }
  }
}

@MainActor private final class OtherEditor: EditorInput { var title = "" }

/// A value around an object.
private struct StoreDraft: Draft {
  let store: any NoteStore
  var text: String
}

@MainActor @Suite("Kept instances and their callers' preparations")
struct KeptInstancesTests: RouteVocabulary {
  /// The first caller prepares before or after the adapter keeps its target.
  @Test(arguments: [false, true])
  func `each caller prepares a singleton behind an adapter`(isKeptFirst: Bool) throws {
    let registry = try Registry {
      Route({ TitledEditor() }) {
        View<any EditorInput>()
        Singleton()
      }
      Adapter(View<any HeadingInput>(), for: View<any EditorInput>())
    }
    if isKeptFirst { _ = try registry.makeDestination(to: View<any HeadingInput>()) }
    let first = try registry.makeDestination(to: View<any HeadingInput>()) { $0.heading += "first" }
    #expect(first.heading == "first")
    let second = try registry.makeDestination(to: View<any HeadingInput>()) { $0.heading += ", second" }
    #expect(second === first && second.heading == "first, second")
    #expect(try registry.makeDestination(to: View<any EditorInput>()) === second)
  }

  @Test(arguments: [false, true])
  func `a kept value behind an adapter stays as its route made it`(isKeptFirst: Bool) throws {
    let registry = try Registry {
      kept({ PlainDraft(text: "made") }, Service<any Draft>())
      Adapter(Service<any RequiredDraft>(), for: Service<any Draft>())
    }
    if isKeptFirst { _ = try registry.makeDestination(to: Service<any RequiredDraft>()) }
    for _ in 0..<2 {
      let changed = try registry.makeDestination(to: Service<any RequiredDraft>()) { $0.text += ", changed" }
      #expect(changed.text == "made, changed")
    }
    #expect(try registry.makeDestination(to: Service<any RequiredDraft>()).text == "made")
    #expect(try registry.makeDestination(to: Service<any Draft>()).text == "made")
  }

  @Test(arguments: ["transient", "singleton", "weakly shared"])
  func `a value around an object is returned as its caller prepared it`(lifetime: String) throws {
    let log = Log()
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Service<any Draft>.as { StoreDraft(store: $0, text: "made") }
        if lifetime == "singleton" { Singleton() }
        if lifetime == "weakly shared" { WeaklyShared() }
      } prepare: { _, _ in
        log.append("prepared by its route")
      }
    }
    for _ in 0..<2 {
      let draft = try registry.makeDestination(to: Service<any Draft>()) { $0.text += ", changed" }
      #expect(draft.text == "made, changed")
    }
    #expect(try registry.makeDestination(to: Service<any Draft>()).text == "made")
    #expect(log.all.count == (lifetime == "singleton" ? 1 : 3))
  }

  @Test(arguments: [false, true])
  func `an adapter's value is returned as its caller prepared it`(isSingleton: Bool) throws {
    let registry = try Registry {
      kept({ MemoryStore() }, Service<any NoteStore>(), if: isSingleton)
      Adapter(Service<any Draft>(), for: Service<any NoteStore>()) { StoreDraft(store: $0, text: "made") }
    }
    for _ in 0..<2 {
      let draft = try registry.makeDestination(to: Service<any Draft>()) { $0.text += ", changed" }
      #expect(draft.text == "made, changed")
    }
    #expect(try registry.makeDestination(to: Service<any Draft>()).text == "made")
  }

  /// With and without a preparation by the route, which takes another way.
  @Test(arguments: [false, true])
  func `the first caller's replacement of a singleton counts for all its tokens`(isPrepared: Bool) throws {
    let registry = try Registry {
      if isPrepared {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Service<any RequiredStore>()
          Singleton()
        } prepare: { _, _ in
        }
      } else {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Service<any RequiredStore>()
          Singleton()
        }
      }
    }
    let first = try registry.makeDestination(to: Service<any NoteStore>()) { $0 = MemoryStore(name: "mine") }
    #expect(first.name == "mine")
    #expect(try registry.makeDestination(to: Service<any NoteStore>()) === first)
    #expect(try registry.makeDestination(to: Service<any RequiredStore>()) === first)
  }

  @Test func `replacing a singleton with another class is refused`() throws {
    let registry = try Registry {
      Route({ TitledEditor() }) {
        View<any EditorInput>()
        Singleton()
      }
    }
    let error = #expect(throws: RouteError.self) {
      try registry.makeDestination(to: View<any EditorInput>()) { $0 = OtherEditor() }
    }
    #expect(error?.code == .destinationMismatch)
    #expect(error?.message == "a value of type OtherEditor was found where TitledEditor is expected")
    #expect(try registry.makeDestination(to: View<any EditorInput>()) is TitledEditor)
  }
}
