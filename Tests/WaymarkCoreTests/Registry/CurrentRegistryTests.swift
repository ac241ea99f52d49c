import SharedFixtures
import Testing
import WaymarkCore
import WaymarkRuntime

private func named(_ name: String) throws(RegistryError) -> Registry {
  try Registry { Route({ MemoryStore(name: name) }) { RoutableService(.notes) } }
}

private func currentName() throws -> String { try Router.makeDestination(to: .notes).name }

private final class Holder: Sendable { let store = Routed(.notes) }
extension RoutableService<Holder> { fileprivate static var holder: Self { declared() } }

@Suite("The current registry")
struct CurrentRegistryTests: RouteVocabulary {
  @Test func `a bound registry is the current one in its task`() async throws {
    let (outer, inner) = (try named("outer"), try named("inner"))
    try Registry.withCurrent(outer) { () throws in
      #expect(Registry.current === outer)
      try Registry.withCurrent(inner) { () throws in #expect(try currentName() == "inner") }
      #expect(try currentName() == "outer")
    }
    try await Registry.withCurrent(outer) { () async throws in
      await Task.yield()
      #expect(try currentName() == "outer")
      async let child = currentName()
      #expect(try await child == "outer")
      #expect(try await Task { try currentName() }.value == "outer")
    }
    let task = Registry.withCurrent(outer) { Task { try currentName() } }
    #expect(try await task.value == "outer")
  }

  @Test func `an immediate task in a synchronous binding has the registry that it binds`() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, visionOS 26, *) else { return }
    let (outer, inner) = (try named("outer"), try named("inner"))
    let names = Registry.withCurrent(outer) {
      Task.immediate {
        let before = try currentName()
        return try await Registry.withCurrent(inner) {
          let first = try currentName()
          await Task.yield()
          return [before, first, try currentName()]
        }
      }
    }
    #expect(try await names.value == ["outer", "inner", "inner"])
  }

  // The whole process shares the installed registry, so each of these tests has a process of its own.

  #if os(macOS) || os(Linux)
    @Test func `installing replaces the current registry`() async {
      await #expect(processExitsWith: .success) {
        let early = Holder()
        let problem = error { _ = try currentName() }
        mustHold(
          problem?.description == """
            Service(.notes) was requested, but no registry is installed [noRegistryInstalled]
                To fix: add .registry { … } to the test or its suite
                    or: call Registry.install(_:) when the program starts
                    or: bind one with Registry.withCurrent(_:operation:)
            """, problem?.description ?? "")
        let outside = TestingLibrary.$isLoaded.withValue(false) { error { _ = try currentName() } }
        mustHold(
          outside?.remedy == """
            call Registry.install(_:) when the program starts
            bind one with Registry.withCurrent(_:operation:)
            """)
        mustHold(error { _ = try early.store.resolve() }?.code == .noRegistryInstalled)
        mustHold(Router.to(RoutableService(.notes)) == nil)

        let (first, second) = (try named("first"), try named("second"))
        Registry.install(first)
        let router = Router.to(RoutableService(.notes))
        mustHold(Registry.current === first && early.store.registry === first)
        Registry.install(second)
        mustHold(try currentName() == "second")
        mustHold(early.store().name == "second", "a property uses the registry of its first access")
        mustHold(early.store.registry === second)
        mustHold(try router?.makeDestination().name == "first", "a router keeps its registry")
        try Registry.withCurrent(first) { mustHold(try currentName() == "first") }
        mustHold(try await Task.detached { try currentName() }.value == "second")
      }
    }

    @Test func `many tasks can install registries`() async {
      await #expect(processExitsWith: .success) {
        let registries = try (0..<4).map { number throws(RegistryError) in try named("\(number)") }
        Registry.install(registries[0])
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<64 {
            group.addTask {
              for round in 0..<200 {
                if task % 8 == 0 { Registry.install(registries[(task + round) % 4]) }
                mustHold(try Int(currentName()) != nil)
              }
            }
          }
          try await group.waitForAll()
        }
      }
    }

    @Test func `a process's first binding is visible in its task`() async {
      await #expect(processExitsWith: .success) {
        let (installed, bound) = (try named("installed"), try named("bound"))
        Registry.install(installed)
        mustHold(Holder().store().name == "installed")
        let holder = try await Registry.withCurrent(bound) { () async throws in
          mustHold(try currentName() == "bound")
          async let child = currentName()
          mustHold(try await child == "bound")
          return Holder()
        }
        mustHold(holder.store().name == "bound", "an injection remembers what was bound")
        mustHold(try currentName() == "installed")
        Registry.install(try named("later"))
        mustHold(try currentName() == "later")
        let next = await Registry.withCurrent(bound) { () async in Holder() }
        mustHold(next.store().name == "bound", "also after another registry was installed")
      }
    }

    /// While one task is the first to bind a registry, the others must not use the installed one.
    @Test func `each of several tasks sees its first binding`() async {
      await #expect(processExitsWith: .success) {
        let (installed, bound) = (try named("installed"), try named("bound"))
        Registry.install(installed)
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<8 {
            group.addTask {
              await Registry.withCurrent(bound) { () async in
                mustHold(Holder().store().name == "bound", "an injection remembers what was bound")
                mustHold((try? currentName()) == "bound")
              }
            }
          }
        }
      }
    }

    @Test func `an instance of the installed registry uses a later one, also after a binding`() async {
      await #expect(processExitsWith: .success) {
        func registry(_ name: String, isKept: Bool) throws -> Registry {
          try Registry {
            Route({ MemoryStore(name: name) }) { RoutableService(.notes) }
            kept({ Holder() }, .holder, if: isKept)
          }
        }
        let first = try registry("first", isKept: true)
        Registry.install(first)
        // A process's first binding, which new tasks inherit.
        let (bound, task) = Registry.withCurrent(try named("bound")) {
          (Holder(), Task { try currentName() })
        }
        mustHold(bound.store().name == "bound")
        mustHold(try await task.value == "bound")
        mustHold(try currentName() == "first")
        let holder = try first(.holder)
        let second = try registry("second", isKept: false)
        Registry.install(second)
        mustHold(holder.store().name == "second")
        let made = try second(.holder)
        Registry.install(try named("third"))
        mustHold(made.store().name == "third")
        // An instance of a registry that isn't installed keeps that registry.
        mustHold(try registry("other", isKept: false)(.holder).store().name == "other")
      }
    }
  #endif
}
