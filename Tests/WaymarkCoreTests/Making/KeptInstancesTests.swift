import SharedFixtures
import Testing
import WaymarkCore

@MainActor final class TitledEditor: EditorInput, HeadingInput {
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

/// The ways to provide a draft with the text "made".
private enum DraftWay: CaseIterable {
  case converted, singleton, weaklyShared, adapter, adapterOfSingleton, keptBehindAdapter

  @RoutesBuilder func routes(_ log: Log) -> Routes {
    switch self {
    case .converted, .singleton, .weaklyShared:
      Route(MemoryStore.self) {
        RoutableService<any NoteStore>()
        RoutableService<any Draft>.as { StoreDraft(store: $0, text: "made") }
        if self == .singleton { Singleton() }
        if self == .weaklyShared { WeaklyShared() }
      } prepare: { _, _ in
        log.append("prepared by its route")
      }
    case .adapter, .adapterOfSingleton:
      kept({ MemoryStore() }, RoutableService<any NoteStore>(), if: self == .adapterOfSingleton)
      Adapter(RoutableService<any Draft>(), for: RoutableService<any NoteStore>()) {
        StoreDraft(store: $0, text: "made")
      }
    case .keptBehindAdapter:
      kept({ PlainDraft(text: "made") }, RoutableService<any RequiredDraft>())
      Adapter(RoutableService<any Draft>(), for: RoutableService<any RequiredDraft>())
    }
  }
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

  /// Also if an earlier request has kept the value.
  @Test(arguments: DraftWay.allCases, [false, true])
  private func `a value is returned as its caller prepared it, and stays as its route made it`(
    way: DraftWay, isMadeFirst: Bool
  ) throws {
    let log = Log()
    let registry = try Registry { way.routes(log) }
    if isMadeFirst { _ = try registry.makeDestination(to: Service<any Draft>()) }
    for _ in 0..<2 {
      let draft = try registry.makeDestination(to: Service<any Draft>()) { $0.text += ", changed" }
      #expect(draft.text == "made, changed")
    }
    #expect(try registry.makeDestination(to: Service<any Draft>()).text == "made")
    switch way {
    case .converted, .weaklyShared: #expect(log.all.count == (isMadeFirst ? 4 : 3))
    case .singleton: #expect(log.all.count == 1)
    case .keptBehindAdapter:
      #expect(try registry.makeDestination(to: Service<any RequiredDraft>()).text == "made")
    case .adapter, .adapterOfSingleton: break
    }
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

  @Test func `a singleton that was replaced with another class stays`() throws {
    let registry = try Registry {
      Route({ TitledEditor() }) {
        View<any EditorInput>()
        Singleton()
      }
    }
    let failed = error {
      _ = try registry.makeDestination(to: View<any EditorInput>()) { $0 = OtherEditor() }
    }
    #expect(failed?.code == .destinationMismatch)
    #expect(try registry.makeDestination(to: View<any EditorInput>()) is TitledEditor)
  }
}
