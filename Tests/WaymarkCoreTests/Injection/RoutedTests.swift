import SharedFixtures
import Testing
import WaymarkCore

@MainActor private final class NoteList {
  @Routed(RoutableView()) var editor: any EditorInput
  @Routed(RoutableView()) var heading: (any HeadingInput)?
  @Routed(RoutableView(.editor)) var router: DestinationViewRouter<any EditorInput>
  @Routed(.editorModule) var module
  @Routed(.notes) var store
}

private actor Worker {
  @Routed(RoutableService()) var store: any NoteStore
  @Routed(.notes) var optional: (any NoteStore)?
  func names() -> [String?] { [store.name, optional?.name] }
}

private struct Holder {
  @Routed(RoutableService()) var store: any NoteStore
  @Routed(RoutableService()) var missing: (any Draft)?
}

private final class Archive: Sendable {
  let store = Routed(RoutableService(.notes))
  func name() -> String { store().name }
}
extension RoutableService<Archive> { fileprivate static var notesArchive: Self { declared() } }

/// Requests by name, and properties of the installed registry, are in `NameTests` and `CurrentRegistryTests`.
@Suite("Injection with @Routed")
struct RoutedTests: RouteVocabulary {
  private func registry(_ name: String = "memory", _ count: Counter = Counter()) throws -> Registry {
    try Registry {
      Route(MemoryStore.self) {
        Service(.notes)
      } make: {
        count.increment()
        return MemoryStore(name: name)
      }
      numberedEditor()
      Route({ Archive() }) { Service(.notesArchive) }
    }
  }

  @MainActor @Test func `a main-actor type can have every form of property`() throws {
    try Registry.withCurrent(registry()) { () throws in
      let list = NoteList()
      #expect(list.editor === list.editor && list.heading == nil)
      #expect(try list.router.makeDestination { $0.title = "routed" }.title.hasPrefix("routed"))
      let editor = try list.module.makeDestination(as: View(.editor)) { $0.note = Note(id: 5) }
      #expect(editor.title == "note 5, prepared for 5")
      #expect(list.store.name == "memory")
    }
  }

  /// The properties use the registry that was bound at their creation.
  @Test func `actors, structs, and Sendable classes can have services`() async throws {
    let registry = try registry()
    let (worker, holder, archive) = Registry.withCurrent(registry) { (Worker(), Holder(), Archive()) }
    #expect(await worker.names() == ["memory", "memory"])
    try Registry.withCurrent(self.registry("other")) {
      #expect(holder.store.name == "memory" && holder.missing == nil && archive.name() == "memory")
    }
  }

  @Test func `a property resolves and keeps its value at the first access, until a reset`() throws {
    let count = Counter()
    var holder = try Registry.withCurrent(registry("one", count)) { Holder() }
    #expect(count.value == 0 && !holder.$store.isResolved)
    let copy = holder
    let store = holder.store
    #expect(holder.store === store && count.value == 1 && holder.$store.isResolved)
    #expect(try holder.$store.resolve() === store)
    #expect(copy.store === store, "copies share what was resolved")
    #expect(try holder.$missing.resolve() == nil)
    #expect(!holder.$missing.isResolved, "what is absent is asked for again")
    holder.$store.reset()
    #expect(!holder.$store.isResolved && holder.store !== store && copy.store === store)
  }

  @MainActor @Test func `an object made by hand gets the registry of a property`() throws {
    let registry = try registry("parent")
    let parent = Registry.withCurrent(registry) { NoteList() }
    #expect(parent.$store.registry === registry && !parent.$store.isResolved)
    let child = Registry.withCurrent(parent.$store.registry) { NoteList() }
    #expect(child.store.name == "parent" && child.$store.registry === registry)
    parent.$store.reset()
    #expect(parent.$store.registry === registry && parent.router.registry === registry)
  }

  @Test func `a destination's property uses the registry that made it, also in a scope`() throws {
    let application = try registry("maker")
    let session = try application.opening(UserSession(user: "ann"))
    try Registry.withCurrent(registry("current")) { () throws in
      for registry in [application, session] {
        let archive = try registry(.notesArchive)
        #expect(archive.store.registry === registry && archive.name() == "maker")
      }
    }
  }

  @Test func `concurrent first accesses get one instance`() async throws {
    for _ in 0..<50 {
      let archive = try Registry.withCurrent(registry()) { Archive() }
      let seen = await withTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 0..<64 { group.addTask { ObjectIdentifier(archive.store()) } }
        return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
      }
      #expect(seen.count == 1)
    }
  }
}
