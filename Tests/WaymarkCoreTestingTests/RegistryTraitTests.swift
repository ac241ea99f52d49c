import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

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
  }

  @Suite("Registry trait in a nested suite", .overriding { namedStore("suite") })
  struct Inside {
    @Test func `the suite's trait applies before the traits of its tests`() throws {
      #expect(try store().name == "suite")
      #expect(try Router.makeDestination(to: Service<any Printing>()).store.name == "suite")
    }

    @Test(.overriding { namedStore("test") })
    func `a test's trait overrides its suite's trait`() throws { #expect(try store().name == "test") }

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

  @Test(arguments: [false, true])
  func `test cases share the objects of a trait's block, but no instances`(eachCase: Bool) async throws {
    let evaluations = Lock(0)
    let counters = Lock<[Counter]>([])
    let trait: RegistryTrait = .registry(eachCase: eachCase) {
      let counter = Counter()
      let _ = evaluations.withLock { $0 += 1 }
      Route({ counter }) { Service<Counter>(declaredProtocol: Counter.self) }
      NotesModule()
    }
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

@MainActor private final class OtherScreen: EditorInput {
  var title = "other"
  init() {}
}

extension RoutableView<OtherScreen> { fileprivate static var other: Self { declared() } }

private struct Ink: Sendable {}

private func failing() throws -> Registry { throw CancellationError() }

@RoutesBuilder private func otherScreen() -> Routes {
  Route(OtherScreen.init) { RoutableView<any EditorInput>() }
}

@Suite("Issues about the registry of a test")
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

  @Test(.registry { NotesModule() })
  func `a problem of an override fails the test, and a warning is an issue once for each trait`() async {
    let unknown: RegistryTrait = .overriding {
      Route({ MemoryStore(name: "x") }) {
        Service<any NoteStore>()
        Identifier("store")
        Transient()
      }
    }
    let warning: RegistryTrait = .overriding { namedStore("x") }
    for (trait, code) in [(unknown, "[unknown-override]"), (warning, "[lifetime-changed]")] {
      let found = await traitIssues([trait]) { _ = try store() }
      #expect(found.count == 1 && found[0].contains(code), "\(found)")
    }
    #expect(await traitIssues([warning]) { _ = try store() } == [])
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
}

@Suite("Overrides that a test doesn't use", .registry { NotesModule() })
struct UnusedOverrideTests {
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

  @Test(arguments: [false, true])
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
    let unrelated: RegistryTrait = .overriding(allowsUnused: true) { otherScreen() }
    #expect(await traitIssues([trait(), unrelated]) { _ = try store() } == [])
    let replaced = await traitIssues([trait(), Self.override()]) { _ = try store() }
    #expect(replaced == unused, "a later override replaces it")
  }

  @Test(.registry { NamedModule(keys: [.main, .copy]) }, arguments: [false, true])
  func `an unused override of one of two names is reported`(isUsed: Bool) async {
    let trait: RegistryTrait = .overriding { Route({ Book(label: "fake") }) { RoutableService(.copyLedger) } }
    let requested: RoutableService<any NamedLedger> = isUsed ? .copyLedger : .mainLedger
    let found = await traitIssues([trait]) { _ = try Router.makeDestination(to: requested) }
    let start = "warning: Route(Book) of Service(.copyLedger) is overridden at "
    #expect(found.count == (isUsed ? 0 : 1) && found.allSatisfy { $0.hasPrefix(start) }, "\(found)")
  }

  @Test func `an unused override of a trait from another file is reported`() async {
    let elsewhere = SourceLocation(fileID: "Fakes/Fakes.swift", filePath: "Fakes.swift", line: 1, column: 1)
    #expect(await traitIssues([Self.override(at: elsewhere)]).count == 1)
  }

  // MARK: - Uses

  @Test(.registry { NamedModule(keys: [.main]) })
  func `a request by the type or by its only name uses the override of the other`() async {
    let plain = RoutableService<any NamedLedger>()
    for (provided, requested) in [(plain, RoutableService.mainLedger), (.mainLedger, plain), (plain, plain)] {
      let trait: RegistryTrait = .overriding { Route({ Book(label: "fake") }) { provided } }
      let found = await traitIssues([trait]) {
        let label = try Router.makeDestination(to: requested).label
        #expect(label == "fake")
      }
      #expect(found.isEmpty, "\(found)")
    }
  }

  @Test func `an override used by a failed request counts as used`() async {
    let failing: RegistryTrait = .overriding {
      Route({ () throws -> MemoryStore in throw CancellationError() }) {
        RoutableService<any NoteStore>()
        Singleton()
      }
    }
    #expect(await traitIssues([failing]) { _ = try? store() } == [])
  }

  @Test(arguments: [false, true])
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
    { _ = try Registry.current.overriding { otherScreen() }(RoutableService<any NoteStore>()) },
    {
      try withRegistry(overriding: { otherScreen() }) {
        let name = try store().name
        #expect(name == "decorated x")
      }
    },
  ]

  @Test(arguments: uses.indices)
  func `an override used through a derived registry counts as used`(use: Int) async {
    let found = await traitIssues([Self.override(), Self.decorator()]) { try await Self.uses[use]() }
    #expect(found == [])
  }

  @Test(arguments: [false, true])
  func `an outer override used through an inner one counts as used`(isWatched: Bool) async {
    let inner: RegistryTrait = .overriding { otherScreen() }
    var traits: [any TestScoping] = [RegistryTrait.registry { NotesModule() }, Self.override(), inner]
    if isWatched { traits.insert(LeakTrait.noLeaks, at: 1) }
    let found = await traitIssues(traits) {
      let name = try store().name
      #expect(name == "x")
      try await MainActor.run { _ = try Router.makeDestination(to: View<any EditorInput>()) }
    }
    #expect(found.isEmpty)
  }
}
