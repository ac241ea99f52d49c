import Dispatch
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore
@testable import WaymarkCoreTesting

/// Holds the registry that made it.
private final class Archive: Sendable {
  let stores: DestinationServiceRouter<any NoteStore>
  let store: (any NoteStore)?
  let registry: Registry?

  init(stores: DestinationServiceRouter<any NoteStore>) {
    (self.stores, store, registry) = (stores, nil, nil)
  }

  init(store: any NoteStore, registry: Registry, stores: DestinationServiceRouter<any NoteStore>) {
    (self.stores, self.store, self.registry) = (stores, store, registry)
  }
}

/// A service that retains a store.
private final class Press: Printing {
  let store: any NoteStore
  init(store: any NoteStore) { self.store = store }
}

/// A view that holds its registry.
@MainActor private final class ArchiveScreen: EditorInput {
  var title = "archive"
  let registry: Registry
  @Routed(RoutableService<any NoteStore>()) var store
  init(registry: Registry) { self.registry = registry }
}

extension RoutableService<Archive> { fileprivate static var registryArchive: Self { declared() } }

private struct TestScope: RouteScope {}

/// A route with a closure that retains its object.
@RoutesBuilder private func capturing(_ name: String) -> Routes {
  let store = MemoryStore(name: name)
  Route({ store }) { RoutableService<any NoteStore>() }
}

@RoutesBuilder private func editor() -> Routes { Route(Editor.self) { RoutableView<any EditorInput>() } }

private func store() throws -> any NoteStore {
  try Router.makeDestination(to: RoutableService<any NoteStore>())
}

/// The start of an issue about an object of a route in this file or in the module of the test.
private func leak(of name: String) -> String {
  "error: \(name), made by the route at WaymarkCoreTestingTests/"
}

@Suite("A captured object in a suite without leaks", .registry { capturing("captured") }, .noLeaks)
struct CapturedObjectTests {
  @Test(arguments: 0..<2) func `the object of a block isn't a leak`(number: Int) throws {
    #expect(try store().name == "captured")
  }
}

@Suite("Leaks that a trait reports")
struct LeakTraitTests {
  private let keeper = Keeper()

  /// Makes an editor, and keeps it.
  private func leakEditor() async throws {
    try await MainActor.run {
      keeper.kept.append(try Router.makeDestination(to: RoutableView<any EditorInput>()))
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `a leaked object is reported`(leakTraitFirst: Bool, isSingleton: Bool) async {
    let found = await leakIssues(.registry { NotesModule() }, leakTraitFirst: leakTraitFirst) {
      if isSingleton { keeper.kept.append(try store()) } else { try await leakEditor() }
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(leak(of: isSingleton ? "MemoryStore" : "Editor") + "Interfaces.swift:") == true)
    #expect(
      found.first?.contains(" still exists 0.03 seconds after the test\n    To fix: find what retains it")
        == true)
  }

  /// How a test derives a registry from its own.
  enum Derived: CaseIterable { case withRegistry, overriding, extending }

  @Test(arguments: [true, false], Derived.allCases)
  func `a leaked object of a derived registry is reported`(leakTraitFirst: Bool, derived: Derived) async {
    let found = await leakIssues(.registry { NotesModule() }, leakTraitFirst: leakTraitFirst) {
      let extended = try Registry.current.extending {
        Route(Archive.init(stores:)) { RoutableService(.registryArchive) }
      }
      let archive =
        switch derived {
        case .extending: try extended(.registryArchive)
        case .overriding: try extended.overriding { namedStore("x", isKept: true) }(.registryArchive)
        case .withRegistry:
          try Registry.withCurrent(extended) {
            try withRegistry(overriding: { namedStore("x", isKept: true) }) {
              try Router.makeDestination(to: .registryArchive)
            }
          }
        }
      // The object retains the registry, but a singleton that the registry keeps isn't a leak.
      let store = try archive.stores.makeDestination()
      #expect(try archive.stores.makeDestination() === store)
      #expect(store.name == (derived == .extending ? "memory" : "x"))
      keeper.kept.append(archive)
    }
    #expect(found.count == 1 && found.first?.hasPrefix(leak(of: "Archive")) == true)
  }

  @Test(arguments: [true, false])
  func `an object that a leaked one needs is part of its issue`(leakTraitFirst: Bool) async {
    let registry: RegistryTrait = .registry {
      namedStore("x", isKept: true)
      Route(Press.init(store:)) { RoutableService<any Printing>() }
    }
    let found = await leakIssues(registry, leakTraitFirst: leakTraitFirst) {
      let press = try Router.makeDestination(to: RoutableService<any Printing>())
      keeper.kept.append(try #require(press as? Press))
    }
    // In front of the registry's trait, there's no graph.
    #expect(found.count == (leakTraitFirst ? 2 : 1))
    let text =
      " still exists 0.03 seconds after the test\n    so does MemoryStore, which it needs\n    To fix: find"
    #expect(leakTraitFirst || found[0].hasPrefix("error: Press, made by") && found[0].contains(text))
  }

  @Test func `no leaked object is lost if routes at the same places need each other`() throws {
    let objects: [AnyObject] = [Keeper(), MemoryStore(), OtherStore()]
    let made = zip(objects, 1...).map { object, line in
      MakingRecorder.Made(object, DeclarationLocation(fileID: "Test/Test.swift", line: line))
    }
    func node(_ id: String, line: Int, needs: String...) -> TestNode {
      var node = TestNode(id: id, module: "Test", role: .route, needs: needs.map { ($0, .eager, nil) })
      (node.fileID, node.line) = ("Test/Test.swift", line)
      return node
    }
    // Each place has two routes. One of them needs a route of the next place.
    let nodes = (1...3).flatMap { line in
      [node("Test.A\(line)", line: line, needs: "Test.B\(line % 3 + 1)"), node("Test.B\(line)", line: line)]
    }
    let groups = LeakedObjects(made, in: try RouteGraph(nodes)).groups
    #expect(
      groups.map { [$0.made.type] + $0.needed.map(\.type) } == [["Keeper"], ["MemoryStore"], ["OtherStore"]])
  }

  @Test func `a leak trait without a registry fails the test`() async throws {
    #expect(
      await traitIssues([LeakTrait.noLeaks]) == [
        "error: noLeaks found no registry of the test\n    To fix: add .registry { … } to the test or its suite"
      ])
    // The issue is at the test, not in the library.
    try await withKnownIssue {
      try await run(LeakTrait.noLeaks)
    } matching: {
      $0.sourceLocation?.fileID == #fileID
    }
  }

  // MARK: - Objects that aren't leaks

  @Test func `the singletons of an extension and of route cases aren't leaks`() async {
    let found = await leakIssues(.registry { editor() }) {
      let extended = try Registry.current.extending { namedStore("x", isKept: true) }
      _ = try extended(RoutableService<any NoteStore>())
      for route in extended.routeCases { try await route.make() }
      keeper.kept.append(extended)
    }
    #expect(found == [])
  }

  /// This test has no leak trait, because that would be among the traits of a checked test.
  @Test(arguments: [true, false], [true, false])
  func `an object that a route's closure captures isn't a leak`(
    leakTraitFirst: Bool, isOverridden: Bool
  ) async {
    let registry: RegistryTrait = .registry(eachCase: !leakTraitFirst) {
      capturing("captured")
      editor()
    }
    var traits: [any TestScoping] = [registry]
    if isOverridden { traits.append(RegistryTrait.overriding { capturing("fake") }) }
    traits.insert(LeakTrait.noLeaks(within: .milliseconds(30)), at: leakTraitFirst ? 0 : traits.count)
    let found = await traitIssues(traits) {
      let name = try store().name
      #expect(name == (isOverridden ? "fake" : "captured"))
      // The check still finds other objects.
      try await leakEditor()
    }
    #expect(found.count == 1 && found.first?.hasPrefix("error: Editor, ") == true, "\(found)")
  }

  @Test func `an object released during the grace period is no leak`() async {
    let found = await leakIssues(.registry { NotesModule() }, within: .seconds(60)) {
      let store = try store()
      Task.detached {
        try await Task.sleep(for: .milliseconds(30))
        withExtendedLifetime(store) {}
      }
    }
    #expect(found.isEmpty)
  }

  /// On a busy machine, the release may take longer than the grace period.
  @Test func `an object is a leak only after several checks`() async {
    let executor = ReleasingExecutor()
    let task = Task(executorPreference: executor) {
      await issues {
        let registry: RegistryTrait = .registry { NotesModule() }
        let leaks: LeakTrait = .noLeaks(within: .zero)
        try await run(registry, leaks) { executor.keep(try store()) }
      }
    }
    #expect(await task.value == [])
  }

  // MARK: - Instances that hold their registry

  /// The registry of the instance: the test's own registry releases its instances at the end of a test, and others
  /// have to do so by themselves.
  enum Place: CaseIterable {
    case own, started, stopped, extended, overriding, scope

    var isOwn: Bool { self == .own || isStarted }
    var isStarted: Bool { self == .started || self == .stopped }
  }

  @Test(arguments: Place.allCases, [true, false])
  func `a kept instance that holds its registry is no leak`(place: Place, leakTraitFirst: Bool) async {
    @RoutesBuilder @Sendable func archive() -> Routes {
      Route(Archive.init(store:registry:stores:)) {
        RoutableService(.registryArchive)
        Singleton()
        if place.isStarted { Starting { _ in } }
      }
    }
    let registry: RegistryTrait = .registry {
      NotesModule()
      if place.isOwn { archive() }
    }
    let found = await leakIssues(registry, leakTraitFirst: leakTraitFirst, within: .seconds(60)) {
      let registry = place.isOwn ? Registry.current : try Registry.current.extending { archive() }
      if place.isStarted { try await registry.start() }
      switch place {
      case .own, .started, .stopped, .extended:
        // The extension's instance retains one of the test's registry, which is recorded.
        let archive = try registry(.registryArchive)
        #expect(try archive.stores.makeDestination() === archive.store)
        if place == .stopped { await registry.stop() }
      case .overriding:
        let other = try registry.overriding { namedStore("other") }
        #expect(try other(.registryArchive).store?.name == "other")
      case .scope:
        let scope = try registry.opening(TestScope())
        _ = try scope(.registryArchive).registry?.opening(TestScope())
      }
    }
    #expect(found == [])
  }

  @Test(arguments: [false, true])
  func `a kept view that holds its registry is no leak`(isExtension: Bool) async {
    @RoutesBuilder @Sendable func screen() -> Routes {
      Route(ArchiveScreen.init(registry:)) {
        RoutableView<any EditorInput>()
        Singleton()
      }
    }
    let registry: RegistryTrait = .registry {
      namedStore("memory", isKept: true)
      if !isExtension { screen() }
    }
    let found = await leakIssues(registry, leakTraitFirst: true, within: .seconds(60)) {
      let registry = isExtension ? try Registry.current.extending { screen() } : .current
      try await MainActor.run {
        let screen = try registry.makeDestination(to: RoutableView<any EditorInput>())
        #expect((screen as? ArchiveScreen)?.store.name == "memory")
      }
    }
    #expect(found == [])
  }
}

/// Runs the parts of a task, and releases an object before the third part that follows.
private final class ReleasingExecutor: TaskExecutor {
  private let kept = Lock<(store: (any NoteStore)?, parts: Int)>((nil, 0))

  func keep(_ store: any NoteStore) { kept.withLock { $0 = (store, 3) } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let released = kept.withLock { kept in
      kept.parts -= 1
      return kept.parts == 0 ? kept.store.take() : nil
    }
    // Release the object outside of the lock.
    withExtendedLifetime(released) {}
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
