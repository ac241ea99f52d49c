import Dispatch
import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

/// A route with a closure that retains its object.
@RoutesBuilder private func capturing(_ name: String) -> Routes {
  let store = MemoryStore(name: name)
  Route({ store }) { Service<any NoteStore>() }
}

private func store() throws -> any NoteStore { try Router.makeDestination(to: Service<any NoteStore>()) }

@Suite("Registry trait", .registry { NotesModule() })
struct RegistryTraitTests {
  /// Each of hundreds of simultaneous cases finds an unused singleton of its own.
  @Test(arguments: 0..<400)
  func `parallel test cases share nothing`(number: Int) async throws {
    let (registry, expected) = (Registry.current, try store())
    #expect(isFirstUse(of: expected))
    await Task.yield()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          #expect(Registry.current === registry)
          let found = try store()
          #expect(found === expected)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `an object created in a test keeps its registry`() async throws {
    let expected = try store()
    let reader = Reader()
    #expect(await Task.detached { reader.store() === expected }.value)
    let other = Reader()
    let found = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: other.store()) }
    }
    #expect(found === expected)
  }

  @Test(.overriding { namedStore("test") })
  func `a trait replaces one route`() throws {
    #expect(try store().name == "test")
    #expect(try Router.makeDestination(to: Service<any Printing>()).store.name == "test")
  }

  @Suite("Registry trait in a nested suite", .overriding { namedStore("suite") })
  struct Inside {
    @Test func `the suite's trait applies before the traits of its tests`() throws {
      #expect(try store().name == "suite")
    }

    @Test(.overriding { namedStore("test") })
    func `a test's trait overrides its suite's trait`() throws { #expect(try store().name == "test") }

    @Suite(
      "Registry trait in a suite with a decorator",
      .overriding { Decorates(Service<any NoteStore>()) { MemoryStore(name: "decorated \($0.name)") } })
    struct Decorated {
      @Test func `the suite's decorator applies to its tests`() throws {
        #expect(try store().name == "decorated suite")
      }

      @Test(.overriding { namedStore("test") })
      func `a test's route replaces its suite's decorator`() throws { #expect(try store().name == "test") }
    }

    @Test(.registry { namedStore("own") })
    func `a test's registry replaces its suite's registry`() throws {
      #expect(try store().name == "own" && Registry.current.routes.count == 1)
    }
  }

  private static let shared = try? Registry { NotesModule() }

  @Test(.registry(shared ?? Registry.current), arguments: 0..<20)
  func `a shared registry has separate singletons in each test`(number: Int) throws {
    #expect(isFirstUse(of: try store()))
  }
}

/// Expects that a suite's override records no issue.
private struct SoundOverride: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  let override: RegistryTrait

  func prepare(for test: Test) async throws { try await override.prepare(for: test) }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let found = await issues {
      try await override.provideScope(for: test, testCase: testCase, performing: function)
    }
    #expect(found == [])
  }
}

@Suite("A suite with an override", .registry { NotesModule() }, SoundOverride(override: .fakeStore))
struct SuiteOverrideTests {
  @Test func `a suite may have an override that a test doesn't use`() {
    #expect(Registry.current.routes.count == 3)
  }
}

// Below the suite, as the override of a test's own attribute is.
extension Trait where Self == RegistryTrait {
  fileprivate static var fakeStore: Self { .overriding { namedStore("fake", isKept: true) } }
}

@Suite("A captured object in a suite without leaks", .registry { capturing("captured") }, .noLeaks)
struct CapturedObjectTests {
  @Test(arguments: 0..<2) func `the object of a block isn't a leak`(number: Int) throws {
    #expect(try store().name == "captured")
  }
}

@Suite("Evaluations of a registry trait's block")
struct EvaluatedBlockTests {
  private final class Counter: Sendable {}

  @Test(arguments: [false, true])
  func `test cases share the block's objects, but no instances`(eachCase: Bool) async throws {
    let evaluations = Lock(0)
    let trait: RegistryTrait = .registry(eachCase: eachCase) {
      let counter = Counter()
      let _ = evaluations.withLock { $0 += 1 }
      Route({ counter }) { Service<Counter>(declaredProtocol: Counter.self) }
      NotesModule()
    }
    let counters = Lock<[Counter]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await run(trait) {
            #expect(isFirstUse(of: try store()))
            let counter = try Registry.current(Service<Counter>(declaredProtocol: Counter.self))
            counters.withLock { $0.append(counter) }
          }
        }
      }
      try await group.waitForAll()
    }
    let number = counters.withLock { Set($0.map { ObjectIdentifier($0) }).count }
    #expect(number == (eachCase ? 4 : 1) && evaluations.withLock(\.self) == number)
  }
}

private final class Archive: Sendable {
  let stores: DestinationServiceRouter<any NoteStore>
  init(stores: DestinationServiceRouter<any NoteStore>) { self.stores = stores }
}

extension RoutableService<Archive> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

@MainActor private final class OtherScreen: EditorInput {
  var title = "other"
  init() {}
}

extension RoutableView<OtherScreen> { fileprivate static var other: Self { declared() } }

private struct Ink: Sendable {}

private func failing() throws -> Registry { throw CancellationError() }

@Suite("Issues that the traits report")
struct TraitIssueTests {
  @Test func `a registry with problems or an error fails the test`() async {
    let evaluations = Lock(0)
    let trait: RegistryTrait = .registry {
      let _ = evaluations.withLock { $0 += 1 }
      Route({ (_: Ink) in MemoryStore() }) { Service<any NoteStore>() }
      Route({ (_: Ink) in MemoryStore() }) { Service<any NoteStore>() }
    }
    // Each test case reports the problems of the block.
    for _ in 0..<2 {
      let found = await traitIssues([trait]) { Issue.record("the test does not run") }
      #expect(found.count == 2)
      #expect(found.allSatisfy { $0.hasPrefix("error: WaymarkCoreTestingTests/RegistryTraitTests.swift:") })
      let parts = [
        "need Service<Ink>, and nothing provides it [missing-req", "\n    To fix: add Service<Ink>()",
      ]
      for part in parts { #expect(found.first?.contains(part) == true) }
    }
    #expect(evaluations.withLock(\.self) == 1)
    let thrown = await traitIssues([RegistryTrait.registry(try failing())]) {
      Issue.record("the test does not run")
    }
    #expect(thrown == ["error: the registry of the test could not be created CancellationError()"])
  }

  // MARK: - Overrides

  @Test(.registry { NotesModule() })
  func `overriding an unknown route fails the test`() async {
    let trait: RegistryTrait = .overriding {
      Route({ MemoryStore(name: "x") }) {
        Service<any NoteStore>()
        Identifier("store")
        Transient()
      }
    }
    let found = await traitIssues([trait])
    #expect(found.count == 1 && found[0].contains("[unknown-override]"), "\(found)")
  }

  private static func override(
    allowsUnused: Bool = false, at sourceLocation: SourceLocation = #_sourceLocation
  ) -> RegistryTrait {
    .overriding(allowsUnused: allowsUnused, sourceLocation: sourceLocation) { namedStore("x", isKept: true) }
  }

  private static func decorator(allowsUnused: Bool = false) -> RegistryTrait {
    .overriding(allowsUnused: allowsUnused) {
      Decorates(Service<any NoteStore>()) { MemoryStore(name: "decorated \($0.name)") }
    }
  }

  @Test(.registry { NotesModule() }, arguments: [false, true])
  func `an unused override or decorator is reported`(isDecorator: Bool) async {
    func trait(allowsUnused: Bool = false) -> RegistryTrait {
      isDecorator ? Self.decorator(allowsUnused: allowsUnused) : Self.override(allowsUnused: allowsUnused)
    }
    let unused = await traitIssues([trait()])
    let start =
      isDecorator ? "Decorates(Service<any NoteStore>) is added" : "Route(MemoryStore) is overridden"
    #expect(
      unused.map { $0.replacing(#/\w+\.swift:\d+/#, with: "…") } == [
        """
        warning: \(start) at WaymarkCoreTestingTests/…, but this case never used it
            To fix: remove it
                or: write .overriding(allowsUnused: true)
        """
      ])
    #expect(await traitIssues([trait(allowsUnused: true)]) == [])
    #expect(await traitIssues([trait()]) { _ = try store() } == [])
    let unrelated: RegistryTrait = .overriding(allowsUnused: true) {
      Route(OtherScreen.init) { View<any EditorInput>() }
    }
    #expect(await traitIssues([trait(), unrelated]) { _ = try store() } == [])
    let replaced = await traitIssues([trait(), Self.override()]) { _ = try store() }
    #expect(replaced == unused, "a later override replaces it")
  }

  @Test(.registry { NotesModule() })
  func `an unused override of a trait from another file is reported`() async {
    let elsewhere = SourceLocation(fileID: "Fakes/Fakes.swift", filePath: "Fakes.swift", line: 1, column: 1)
    #expect(await traitIssues([Self.override(at: elsewhere)]).count == 1)
  }

  @Test(.registry { NotesModule() })
  func `an override used by a failed request counts as used`() async {
    let failing: RegistryTrait = .overriding {
      Route({ () throws -> MemoryStore in throw CancellationError() }) {
        RoutableService<any NoteStore>()
        Singleton()
      }
    }
    #expect(await traitIssues([failing]) { _ = try? store() } == [])
  }

  @Test(.registry { NotesModule() }, arguments: [false, true])
  func `an override by a value or a kept object counts as used`(isSingleton: Bool) async {
    let trait: RegistryTrait = .overriding {
      Route({ Printer(store: MemoryStore(name: "printer's")) }) {
        Service<any Printing>()
        if isSingleton { Singleton() }
      }
      Route({ MemoryStore(name: "x") }) {
        Service<any NoteStore>()
        if isSingleton { Singleton() } else { WeaklyShared() }
      }
    }
    let found = await traitIssues([trait]) {
      let names = [try Router.makeDestination(to: Service<any Printing>()).store.name, try store().name]
      #expect(names == ["printer's", "x"])
    }
    #expect(found.isEmpty)
  }

  /// The ways for a test to use an override through another registry.
  fileprivate static let uses: [@MainActor @Sendable () throws -> Void] = [
    { expectSound(Registry.current, dryRun: true) },
    { for route in Registry.current.routeCases { try route.make() } },
    {
      let extended = try Registry.current.extending {
        Route({ (store: any NoteStore) in OtherScreen() }) { RoutableView(.other) }
      }
      _ = try extended(.other)
    },
    {
      let fake = try Registry.current.overriding {
        Route(OtherScreen.init) { RoutableView<any EditorInput>() }
      }
      _ = try fake(RoutableService<any NoteStore>())
    },
    {
      try withRegistry(overriding: { Route(OtherScreen.init) { RoutableView<any EditorInput>() } }) {
        let name = try store().name
        #expect(name == "decorated x")
      }
    },
  ]

  @Test(.registry { NotesModule() }, arguments: uses.indices)
  func `an override used through a derived registry counts as used`(use: Int) async {
    let found = await traitIssues([Self.override(), Self.decorator()]) { try await Self.uses[use]() }
    #expect(found == [])
  }

  @Test(arguments: [false, true])
  func `an outer override used through an inner one counts as used`(isWatched: Bool) async {
    let inner: RegistryTrait = .overriding { Route(OtherScreen.init) { View<any EditorInput>() } }
    var traits: [any TestScoping] = [RegistryTrait.registry { NotesModule() }, Self.override(), inner]
    if isWatched { traits.insert(LeakTrait.noLeaks, at: 1) }
    let found = await traitIssues(traits) {
      let name = try store().name
      #expect(name == "x")
      try await MainActor.run { _ = try Router.makeDestination(to: View<any EditorInput>()) }
    }
    #expect(found.isEmpty)
  }

  @Test(.registry { NotesModule() })
  func `a warning about an override is an issue, once for each trait`() async {
    let trait: RegistryTrait = .overriding { namedStore("x") }
    var found: [String] = []
    for _ in 0..<2 { found += await traitIssues([trait]) { _ = try store() } }
    #expect(found.count == 1 && found[0].contains("[lifetime-changed]"))
  }

  @Test func `an override before the registry is explained`() async {
    let override: RegistryTrait = .overriding {
      Route({ (_: any Printing) in MemoryStore(name: "x") }) { Service<any NoteStore>() }
      Decorates(Service<any Printing>()) { $0 }
    }
    let found = await traitIssues([override, RegistryTrait.registry { NotesModule() }]) {
      Issue.record("the test does not run")
    }
    #expect(
      found.map { $0.replacing(#/:\d+/#, with: ":…") } == [
        """
        error: WaymarkCoreTestingTests/RegistryTraitTests.swift:…: error: nothing can be overridden yet, because no registry is installed, and none is bound to this task [unknown-override]
            To fix: write .registry { … } before .overriding { … } in a test
                or: install a registry first elsewhere
        """
      ])
    #expect(throws: RegistryError.self) {
      try withRegistry(overriding: { Decorates(Service<any Printing>()) { $0 } }) {}
    }
    #expect(throws: Never.self) { try withRegistry(overriding: {}) {} }
  }

  // MARK: - Leaks

  @Test(arguments: [true, false], [true, false])
  func `a leaked object is reported`(leakTraitFirst: Bool, isSingleton: Bool) async {
    let keeper = Keeper()
    let found = await leakIssues(.registry { NotesModule() }, leakTraitFirst: leakTraitFirst) {
      let store = try store()
      if isSingleton { return keeper.kept.append(store) }
      try await MainActor.run { keeper.kept.append(try Router.makeDestination(to: View<any EditorInput>())) }
    }
    let name = isSingleton ? "MemoryStore" : "Editor"
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("error: \(name), made by the route at WaymarkCoreTestingTests/Interfaces.swift:")
        == true)
    #expect(
      found.first?.contains(" still exists 0.03 seconds after the test\n    To fix: find what retains it")
        == true)
  }

  /// How a test derives a registry from its own.
  enum Derived: CaseIterable { case withRegistry, overriding, extending }

  @Test(arguments: [true, false], Derived.allCases)
  func `a leaked object of a derived registry is reported`(leakTraitFirst: Bool, derived: Derived) async {
    let keeper = Keeper()
    let found = await leakIssues(.registry { NotesModule() }, leakTraitFirst: leakTraitFirst) {
      let extended = try Registry.current.extending {
        Route(Archive.init(stores:)) { RoutableService<Archive>() }
      }
      let archive =
        switch derived {
        case .extending: try extended(RoutableService<Archive>())
        case .overriding:
          try extended.overriding { namedStore("x", isKept: true) }(RoutableService<Archive>())
        case .withRegistry:
          try Registry.withCurrent(extended) {
            try withRegistry(overriding: { namedStore("x", isKept: true) }) {
              try Router.makeDestination(to: RoutableService<Archive>())
            }
          }
        }
      // The object retains the registry, but a singleton that the registry keeps isn't a leak.
      let store = try archive.stores.makeDestination()
      #expect(try archive.stores.makeDestination() === store)
      #expect(store.name == (derived == .extending ? "memory" : "x"))
      keeper.kept.append(archive)
    }
    #expect(found.count == 1 && found.first?.hasPrefix("error: Archive, made by the route at ") == true)
  }

  @Test func `the singletons of an extension and of route cases aren't leaks`() async {
    let keeper = Keeper()
    let found = await leakIssues(.registry { Route(Editor.self) { RoutableView<any EditorInput>() } }) {
      let extended = try Registry.current.extending { namedStore("x", isKept: true) }
      _ = try extended(RoutableService<any NoteStore>())
      for route in extended.routeCases { try await route.make() }
      keeper.kept.append(extended)
    }
    #expect(found == [])
  }

  private final class Press: Printing {
    let store: any NoteStore
    init(store: any NoteStore) { self.store = store }
  }

  @Test(arguments: [true, false])
  func `an object that a leaked one needs is part of its issue`(leakTraitFirst: Bool) async {
    let keeper = Keeper()
    let registry: RegistryTrait = .registry {
      namedStore("x", isKept: true)
      Route(Press.init(store:)) { RoutableService<any Printing>() }
    }
    let found = await leakIssues(registry, leakTraitFirst: leakTraitFirst) {
      keeper.kept.append(try #require(try Router.makeDestination(to: Service<any Printing>()) as? Press))
    }
    // In front of the registry's trait, there's no graph.
    #expect(found.count == (leakTraitFirst ? 2 : 1))
    let text =
      " still exists 0.03 seconds after the test\n    so does MemoryStore, which it needs\n    To fix: find"
    #expect(leakTraitFirst || found[0].hasPrefix("error: Press, made by") && found[0].contains(text))
  }

  /// This test has no leak trait, because that would be among the traits of a checked test.
  @Test(arguments: [true, false], [true, false])
  func `an object that a route's closure captures isn't a leak`(
    leakTraitFirst: Bool, isOverridden: Bool
  ) async {
    let keeper = Keeper()
    let registry: RegistryTrait = .registry(eachCase: !leakTraitFirst) {
      capturing("captured")
      Route(Editor.self) { View<any EditorInput>() }
    }
    var traits: [any TestScoping] = [registry]
    if isOverridden { traits.append(RegistryTrait.overriding { capturing("fake") }) }
    traits.insert(LeakTrait.noLeaks(within: .milliseconds(30)), at: leakTraitFirst ? 0 : traits.count)
    let found = await traitIssues(traits) {
      let name = try store().name
      #expect(name == (isOverridden ? "fake" : "captured"))
      // The check still finds other objects.
      try await MainActor.run { keeper.kept.append(try Router.makeDestination(to: View<any EditorInput>())) }
    }
    #expect(found.count == 1 && found.first?.hasPrefix("error: Editor, ") == true, "\(found)")
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
