import Dispatch
import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

/// A route with a closure that retains its object.
@RoutesBuilder private func capturing(_ name: String) -> Routes {
  let store = NamedStore(name)
  Route({ store }) { Service<any NoteStore>() }
}

private func store() throws -> any NoteStore { try Router.makeDestination(to: Service<any NoteStore>()) }

@Suite("Registry trait", .registry { NotesModule() })
struct RegistryTraitTests {
  /// Each of hundreds of simultaneous cases finds an unused singleton of its own.
  @Test(arguments: 0..<400)
  func `parallel test cases share nothing`(number: Int) async throws {
    #expect(try store().add() == 1)
    await Task.yield()
    let registry = Registry.current
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<3 {
        group.addTask {
          #expect(Registry.current === registry)
          return try store().add()
        }
      }
      var numbers: [Int] = []
      for try await number in group { numbers.append(number) }
      #expect(numbers.sorted() == [2, 3, 4])
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
      .overriding { Decorates(Service<any NoteStore>()) { NamedStore("decorated \($0.name)") } })
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
    #expect(try store().add() == 1)
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
            #expect(try store().add() == 1)
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

  @Test func `each test case reports the problems of the block`() async {
    let evaluations = Lock(0)
    let trait: RegistryTrait = .registry {
      let _ = evaluations.withLock { $0 += 1 }
      Route(Printer.init(store:)) { Service<any Printing>() }
    }
    for _ in 0..<2 {
      #expect(await traitIssues([trait]) { Issue.record("the test does not run") }.count == 1)
    }
    #expect(evaluations.withLock(\.self) == 1)
  }
}

private final class Archive: Sendable {
  let stores: DestinationServiceRouter<any NoteStore>
  init(stores: DestinationServiceRouter<any NoteStore>) { self.stores = stores }
}

extension RoutableService<Archive> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

@MainActor private final class OtherScreen: Screen {
  var title = "other"
  init() {}
}

extension RoutableView<OtherScreen> { fileprivate static var other: Self { declared() } }

private func failing() throws -> Registry { throw CancellationError() }

@Suite("Issues that the traits report")
struct TraitIssueTests {
  @Test func `a registry with problems fails the test`() async {
    let trait: RegistryTrait = .registry {
      Route(Printer.init(store:)) { Service<any Printing>() }
      Route(Printer.init(store:)) { Service<any Printing>() }
    }
    let found = await traitIssues([trait]) { Issue.record("the test does not run") }
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.hasPrefix("error: WaymarkCoreTestingTests/RegistryTraitTests.swift:") })
    let parts = [
      "2 dependencies need Service<any NoteStore>, and nothing provides it [missing-req",
      "To fix: add NotesModule, which provides it, to the registry\n        or: add ",
    ]
    for part in parts { #expect(found.first?.contains(part) == true) }
  }

  @Test func `a throwing registry expression fails the test`() async {
    let found = await traitIssues([RegistryTrait.registry(try failing())]) {
      Issue.record("the test does not run")
    }
    #expect(found == ["error: the registry of the test could not be created CancellationError()"])
  }

  @Test(.registry { NotesModule() })
  func `overriding an unknown route fails the test`() async {
    let trait: RegistryTrait = .overriding {
      Route({ NamedStore("x") }) {
        Service<any NoteStore>()
        Identifier("store")
        Transient()
      }
    }
    let found = await traitIssues([trait])
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        "Identifier(\"store\") is overridden, but no route of the base registry has it [unknown-override]")
        == true)
  }

  @Test(.registry { NotesModule() })
  func `an unused override is reported`() async {
    let unused = await traitIssues([RegistryTrait.overriding { namedStore("x", isKept: true) }])
    #expect(unused.count == 1)
    #expect(
      unused.first?.hasPrefix("warning: Route(NamedStore) is overridden at WaymarkCoreTestingTests/") == true)
    #expect(
      unused.first?.hasSuffix("\n    To fix: remove it\n        or: write .overriding(allowsUnused: true)")
        == true)
    let allowed: RegistryTrait = .overriding(allowsUnused: true) { namedStore("x", isKept: true) }
    #expect(await traitIssues([allowed]) == [])
    let failing: RegistryTrait = .overriding {
      Route({ () throws -> NamedStore in throw CancellationError() }) {
        RoutableService<any NoteStore>()
        Singleton()
      }
    }
    #expect(await traitIssues([failing]) { _ = try? store() } == [], "a failed request uses it")
  }

  @Test(.registry { NotesModule() })
  func `a warning about an override is an issue, once for each trait`() async {
    let trait: RegistryTrait = .overriding { namedStore("x") }
    var found: [String] = []
    for _ in 0..<2 { found += await traitIssues([trait]) { _ = try store() } }
    #expect(found.count == 1 && found[0].contains("[lifetime-changed]"))
  }

  @Test(.registry { NotesModule() })
  func `an unused decorator is reported`() async {
    func issuesOfDecorating(
      allowsUnused: Bool = false, isUsed: Bool = false, _ inner: RegistryTrait? = nil
    ) async -> [String] {
      let outer: RegistryTrait = .overriding(allowsUnused: allowsUnused) {
        Decorates(Service<any NoteStore>()) { NamedStore("decorated \($0.name)") }
      }
      var traits: [any TestScoping] = [outer]
      if let inner { traits.append(inner) }
      return await traitIssues(traits) { if isUsed { _ = try store() } }
    }
    let unused = await issuesOfDecorating()
    #expect(
      unused.map { $0.replacing(#/:\d+/#, with: ":…") } == [
        """
        warning: Decorates(Service<any NoteStore>) is added at WaymarkCoreTestingTests/RegistryTraitTests.swift:…, but the test never used it
            To fix: remove it
                or: write .overriding(allowsUnused: true)
        """
      ])
    #expect(await issuesOfDecorating(isUsed: true) == [])
    #expect(await issuesOfDecorating(allowsUnused: true) == [])
    let unrelated: RegistryTrait = .overriding(allowsUnused: true) {
      Route(OtherScreen.init) { View<any Screen>() }
    }
    #expect(await issuesOfDecorating(isUsed: true, unrelated) == [])
    let replacement: RegistryTrait = .overriding { namedStore("x", isKept: true) }
    #expect(await issuesOfDecorating(isUsed: true, replacement) == unused, "a later override replaces it")
  }

  @Test func `an override before the registry is explained`() async {
    let override: RegistryTrait = .overriding {
      Route({ (_: any Printing) in NamedStore("x") }) { Service<any NoteStore>() }
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

  @Test(.registry { NotesModule() }, arguments: [false, true])
  func `an override by a value or a kept object counts as used`(isSingleton: Bool) async {
    let trait: RegistryTrait = .overriding {
      Route({ Printer(store: NamedStore("printer's")) }) {
        Service<any Printing>()
        if isSingleton { Singleton() }
      }
      Route({ NamedStore("x") }) {
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

  @Test(arguments: [false, true])
  func `an outer override used through an inner one counts as used`(isWatched: Bool) async {
    let (outer, inner): (RegistryTrait, RegistryTrait) = (
      .overriding { namedStore("outer", isKept: true) },
      .overriding { Route(OtherScreen.init) { View<any Screen>() } }
    )
    var traits: [any TestScoping] = [RegistryTrait.registry { NotesModule() }, outer, inner]
    if isWatched { traits.insert(LeakTrait.noLeaks, at: 1) }
    let found = await traitIssues(traits) {
      let name = try store().name
      #expect(name == "outer")
      try await MainActor.run { _ = try Router.makeDestination(to: View<any Screen>()) }
    }
    #expect(found.isEmpty)
  }

  @Test(.registry { NotesModule() })
  func `an override used through a derived registry counts as used`() async {
    let uses: [@MainActor @Sendable () throws -> Void] = [
      { expectSound(Registry.current, dryRun: true) },
      { for route in Registry.current.routeCases { try route.make() } },
      {
        let extended = try Registry.current.extending {
          Route({ (store: any NoteStore) in OtherScreen() }) { RoutableView(.other) }
        }
        _ = try extended(.other)
      },
      {
        let fake = try Registry.current.overriding { Route(OtherScreen.init) { RoutableView<any Screen>() } }
        _ = try fake(RoutableService<any NoteStore>())
      },
      {
        try withRegistry(overriding: { Route(OtherScreen.init) { RoutableView<any Screen>() } }) {
          let name = try store().name
          #expect(name == "decorated outer")
        }
      },
    ]
    for (index, use) in uses.enumerated() {
      let trait: RegistryTrait = .overriding {
        namedStore("outer", isKept: true)
        Decorates(RoutableService<any NoteStore>()) { NamedStore("decorated \($0.name)") }
      }
      #expect(await traitIssues([trait]) { try await use() } == [], "\(index)")
    }
  }

  @Test(.registry { NotesModule() })
  func `an unused override of a trait from another file is reported`() async {
    let elsewhere = SourceLocation(fileID: "Fakes/Fakes.swift", filePath: "Fakes.swift", line: 1, column: 1)
    let trait: RegistryTrait = .overriding(sourceLocation: elsewhere) { namedStore("x", isKept: true) }
    #expect(await traitIssues([trait]).count == 1)
  }

  // MARK: - Leaks

  @Test(arguments: [true, false], [true, false])
  func `a leaked object is reported`(leakTraitFirst: Bool, isSingleton: Bool) async {
    let keeper = Keeper()
    let found = await leakIssues(.registry { NotesModule() }, leakTraitFirst: leakTraitFirst) {
      let store = try store()
      _ = store.add()
      if isSingleton { return keeper.kept.append(store) }
      try await MainActor.run { keeper.kept.append(try Router.makeDestination(to: View<any Screen>())) }
    }
    let name = isSingleton ? "MemoryStore" : "NoteScreen"
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
    let found = await leakIssues(.registry { Route(NoteScreen.self) { RoutableView<any Screen>() } }) {
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
  private final class Ink: Sendable {}
  private final class Pen: Sendable {
    let ink: Ink
    init(ink: Ink) { self.ink = ink }
  }

  @Test(arguments: [true, false])
  func `an object that a leaked one needs is part of its issue`(leakTraitFirst: Bool) async {
    let keeper = Keeper()
    let registry: RegistryTrait = .registry {
      Route({ MemoryStore() }) {
        RoutableService<any NoteStore>()
        Singleton()
      }
      Route(Press.init(store:)) { RoutableService<any Printing>() }
      Route({ Ink() }) { RoutableService<Ink>(declaredProtocol: Ink.self) }
      Route(Pen.init(ink:)) { RoutableService<Pen>(declaredProtocol: Pen.self) }
    }
    let found = await leakIssues(registry, leakTraitFirst: leakTraitFirst) {
      let printer = try Router.makeDestination(to: RoutableService<any Printing>())
      keeper.kept.append(try #require(printer as? Press))
      keeper.kept.append(try Router.makeDestination(to: RoutableService<Pen>(declaredProtocol: Pen.self)))
    }
    // In front of the registry's trait, there's no graph.
    guard !leakTraitFirst else { return #expect(found.count == 4) }
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("error: Press, made by the route at ") == true)
    #expect(
      found.first?.contains(
        " still exists 0.03 seconds after the test\n    so does MemoryStore, which it needs\n    To fix: find"
      ) == true)
    #expect(found.last?.contains("so does Ink, which it needs") == true)
  }

  private final class Hen: Sendable { let egg = Routed(RoutableService<Egg>(declaredProtocol: Egg.self)) }
  private final class Egg: Sendable { let hen = Routed(RoutableService<Hen>(declaredProtocol: Hen.self)) }

  @Test func `leaked objects that need each other are issues of their own`() async {
    let keeper = Keeper()
    let registry: RegistryTrait = .registry {
      Route({ Hen() }) { RoutableService<Hen>(declaredProtocol: Hen.self) }
      Route({ Egg() }) { RoutableService<Egg>(declaredProtocol: Egg.self) }
    }
    let found = await leakIssues(registry) {
      keeper.kept.append(try Router.makeDestination(to: RoutableService<Hen>(declaredProtocol: Hen.self)))
      keeper.kept.append(try Router.makeDestination(to: RoutableService<Egg>(declaredProtocol: Egg.self)))
    }
    #expect(found.count == 2 && !found.contains { $0.contains("which it needs") })
  }

  /// This test has no leak trait, because that would be among the traits of a checked test.
  @Test(arguments: [true, false], [true, false])
  func `an object that a route's closure captures isn't a leak`(
    leakTraitFirst: Bool, isOverridden: Bool
  ) async {
    let keeper = Keeper()
    let registry: RegistryTrait = .registry(eachCase: !leakTraitFirst) {
      capturing("captured")
      Route(NoteScreen.self) { View<any Screen>() }
    }
    var traits: [any TestScoping] = [registry]
    if isOverridden { traits.append(RegistryTrait.overriding { capturing("fake") }) }
    traits.insert(LeakTrait.noLeaks(within: .milliseconds(30)), at: leakTraitFirst ? 0 : traits.count)
    let found = await traitIssues(traits) {
      let name = try store().name
      #expect(name == (isOverridden ? "fake" : "captured"))
      // The check still finds other objects.
      try await MainActor.run { keeper.kept.append(try Router.makeDestination(to: View<any Screen>())) }
    }
    #expect(found.count == 1 && found.first?.hasPrefix("error: NoteScreen, ") == true, "\(found)")
  }

  @Test(arguments: [true, false])
  func `the test releases a singleton that retains its registry`(leakTraitFirst: Bool) async {
    let registry: RegistryTrait = .registry {
      NotesModule()
      Route(Archive.init(stores:)) {
        Service<Archive>()
        Singleton()
        EntryPoint()
      }
    }
    let found = await leakIssues(registry, leakTraitFirst: leakTraitFirst, within: .seconds(60)) {
      _ = try Router.makeDestination(to: Service<Archive>()).stores.makeDestination()
    }
    #expect(found.isEmpty)
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
