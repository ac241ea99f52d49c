import SharedFixtures
import Testing
import WaymarkCore

@MainActor private final class NoteList {
  @Routed(RoutableView()) var editor: any EditorInput
  @Routed(.editor) var sameEditor
  @Routed(RoutableView()) var heading: (any HeadingInput)?
  @Routed(RoutableView(.editor)) var router: DestinationViewRouter<any EditorInput>
  @Routed(RoutableViewModule()) var module: ModuleViewRouter<any EditorModuleConfig>
  @Routed(.editorModule) var sameModule
  @Routed(RoutableService()) var store: any NoteStore
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

@Suite("Injection with @Routed")
struct RoutedTests: RouteVocabulary {
  private func registry(_ name: String = "memory", _ count: Counter = Counter()) throws(RegistryError)
    -> Registry
  {
    try Registry {
      Route(MemoryStore.self) {
        Service(.notes)
      } make: {
        count.increment()
        return MemoryStore(name: name)
      }
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View(.editor)
        ViewModule(.editorModule)
      } make: { configuration, _ in
        let editor = Editor()
        editor.title = "\(configuration.note?.id ?? 0)"
        return editor
      }
    }
  }

  @MainActor @Test func `a main-actor type can have every form of property`() throws {
    try Registry.withCurrent(registry()) { () throws in
      let list = NoteList()
      #expect(list.editor === list.editor && list.sameEditor !== list.editor)
      #expect(list.heading == nil)
      #expect(try list.router.makeDestination { $0.title = "routed" }.title == "routed")
      #expect(try list.module.makeDestination(as: View(.editor)) { $0.note = Note(id: 5) }.title == "5")
      #expect(try list.sameModule.makeDestination(as: View(.editor)).title == "0")
      #expect(list.store.name == "memory")
    }
  }

  @Test func `actors, structs, and Sendable classes can have services`() async throws {
    let registry = try registry()
    let worker = Registry.withCurrent(registry) { Worker() }
    #expect(await worker.names() == ["memory", "memory"])
    let (holder, archive) = Registry.withCurrent(registry) { (Holder(), Archive()) }
    // The properties use the registry that was bound at their creation.
    try Registry.withCurrent(self.registry("other")) {
      #expect(holder.store.name == "memory" && holder.missing == nil)
      #expect(archive.name() == "memory")
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

  @Test func `a property of an instance has the registry of its scope`() throws {
    struct Account: RouteScope {}
    let application = try registry().extending { Route({ Archive() }) { Service(.notesArchive) } }
    let account = try application.opening(Account())
    #expect(try account(.notesArchive).store.registry === account)
    #expect(try application(.notesArchive).store.registry === application)
  }

  @Test func `a destination's property uses the registry that made it`() throws {
    let maker = try registry("maker").extending { Route({ Archive() }) { Service(.notesArchive) } }
    let name = try Registry.withCurrent(registry("current")) {
      try maker.makeDestination(to: .notesArchive).name()
    }
    #expect(name == "maker")
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

  #if os(macOS) || os(Linux)
    @Test func `an unbound property uses the registry installed at its first access`() async {
      await #expect(processExitsWith: .success) {
        let early = Holder()
        mustHold(error { _ = try early.$store.resolve() }?.code == .noRegistryInstalled)
        func named(_ name: String) throws -> Registry {
          try Registry {
            Route({ MemoryStore(name: name) }) { RoutableService(.notes) }
            Route({ Archive() }) { RoutableService(.notesArchive) }
          }
        }
        let first = try named("first")
        Registry.install(first)
        mustHold(early.$store.registry === first)
        let made = try first.makeDestination(to: RoutableService(.notesArchive))
        let router = Router.to(RoutableService(.notes))
        Registry.install(try named("second"))
        mustHold(early.store.name == "second")
        mustHold(early.$store.registry === Registry.current)
        mustHold(made.name() == "second", "what the installed registry made sees what is installed later")
        mustHold(try router?.makeDestination().name == "first")
        // An instance of a registry that is not installed sees that registry, also later.
        let other = try named("other").makeDestination(to: RoutableService(.notesArchive))
        mustHold(other.name() == "other")
      }
    }
  #endif
}
