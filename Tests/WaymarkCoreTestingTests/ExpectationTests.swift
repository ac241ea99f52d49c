import Foundation
import SharedFixtures
import Testing
import WaymarkCore

@testable import WaymarkCoreTesting

/// Stores an object with a `Routed` property.
@MainActor private final class ReaderBox { let reader = Reader() }

@Suite("Expectations about a registry")
struct ExpectationTests {
  @RoutesBuilder private func editor() -> Routes { Route(Editor.self) { View<any EditorInput>() } }

  @Test func `a registry without problems records no issue`() async throws {
    let registry = try Registry { NotesModule() }
    for dryRun in [false, true] { #expect(await issues { expectSound(registry, dryRun: dryRun) } == []) }
  }

  @Test func `an unreachable route is an issue on request`() async throws {
    let registry = try Registry { editor() }
    for dryRun in [false, true] {
      #expect(await issues { expectSound(registry, dryRun: dryRun) } == [])
      let found = await issues { expectSound(registry, dryRun: dryRun, unreachable: true) }
      #expect(found.count == 1 && found[0].contains("[unreachable-route]"))
      #expect(found[0].hasPrefix("warning: WaymarkCoreTestingTests/ExpectationTests.swift:"))
    }
    #expect(await issues { expectSound(in: [nil]) { editor() } } == [])
    let found = await issues { expectSound(in: [nil], unreachable: true) { editor() } }
    #expect(found.count == 1 && found[0].contains("[unreachable-route]"))
  }

  @Test func `expectSound checks every profile`() async {
    @RoutesBuilder func routes(_ preview: Route) -> Routes {
      service({ SystemTime() }, Service<any TimeSource>(), EntryPoint())
      When(Profile("kiosk")) {}
      When(.preview) { preview }
    }
    let profiles: [Profile?] = [.preview, Profile("kiosk"), nil]
    let lacking = Route({ (_: any RequiredStore) in SystemTime() }) { Service<any TimeSource>() }
    let found = await issues { expectSound(in: profiles) { routes(lacking) } }
    #expect(found.count == 1 && found[0].contains("needs any RequiredStore, and nothing provides it"))
    let sound = service({ SystemTime() }, Service<any TimeSource>(), EntryPoint())
    #expect(await issues { expectSound(in: profiles, dryRun: true) { routes(sound) } } == [])
  }

  @Test func `a misspelled profile isn't sound`() {
    withKnownIssue {
      expectSound(in: [Profile("prevew")]) { When(.preview) {} }
    } matching: { issue in
      issue.comments.description.contains("no When names [unknown-profile]")
        && issue.sourceLocation?.fileID == "WaymarkCoreTestingTests/ExpectationTests.swift"
    }
  }

  @MainActor @Test func `a dry run records a factory's error`() async throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        EntryPoint()
      } make: { _ in
        throw Mistake()
      }
    }
    let found = await issues { expectSound(registry, dryRun: true) }
    #expect(found.count == 1 && found[0].contains("disk full") && found[0].contains("[dry-run-failed]"))
    #expect(found[0].hasPrefix("error: WaymarkCoreTestingTests/ExpectationTests.swift:"))
  }

  @Test func `a property that no rule checks is an issue with the severity of a warning`() async throws {
    let registry = try Registry {
      NotesModule()
      Route({ @MainActor in ReaderBox() }) { RoutableView<ReaderBox>(declaredProtocol: ReaderBox.self) }
    }
    for dryRun in [false, true] {
      let found = await issues { expectSound(registry, dryRun: dryRun) }
      #expect(found.count == 1 && found[0].hasPrefix("warning: ") && found[0].contains("[unseen-property]"))
    }
  }

  @Test func `the graph is compared with the graph in a file`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let test = folder.appending(path: "SomeTests.swift").path
    func expect(_ registry: Registry, isRecording: Bool = false) async -> [String] {
      await issues {
        expectGraph(
          of: registry, matches: "Graphs/notes.json", beside: test, isRecording: isRecording, #_sourceLocation
        )
      }
    }
    let registry = try Registry { NotesModule() }
    let golden = folder.appending(path: "Graphs/notes.json")
    // The file is beside the source file of the test.
    #expect(
      await issues { expectGraph(of: registry, matches: "Graphs/notes.json", filePath: test) } == [
        """
        error: the graph was written to \(golden.path), which did not exist
            To fix: review the file, and run the test again
        """
      ])
    #expect(try String(contentsOf: golden, encoding: .utf8) == registry.graph.json())
    #expect(await expect(registry).isEmpty)
    let other = try registry.extending {
      service({ OtherStore() }, Service<OtherStore>(), Identifier("name"))
    }
    #expect(
      await expect(other) == [
        """
        error: the graph differs from the one in Graphs/notes.json:
        + WaymarkCoreTestingTests.OtherStore: service, provides Service<OtherStore>
        To fix: if the change is intended, run the test with WAYMARK_RECORD_GRAPHS=1 and commit the file
        """
      ])
    #expect(await expect(other, isRecording: true).isEmpty)
    #expect(await expect(other).isEmpty)
    try Data("{".utf8).write(to: golden)
    #expect(
      await expect(other).first?.hasPrefix("error: the graph in \(golden.path) cannot be read or written")
        == true)
  }

  // MARK: - One case for each route

  @Test(arguments: try Registry { NotesModule() }.routeCases)
  func `the registry can make every route`(route: RouteCase) async throws { try await route.make() }

  @MainActor @Test func `a case describes its route and makes it`() throws {
    let registry = try Registry {
      NotesModule()
      Route({ () throws -> PlainDraft in throw Mistake() }) { Service<any Draft>() }
    }
    let cases = registry.routeCases
    #expect(
      cases.map { $0.testDescription.prefix { $0 != "(" } } == [
        "MemoryStore as Service<any NoteStore> ", "Printer as Service<any Printing> ",
        "Editor as View<any EditorInput>, \"screen\" ", "PlainDraft as Service<any Draft> ",
      ])
    for route in cases.prefix(3) { try route.make() }
    let failure = error { () throws in try cases[3].make() }
    #expect(failure?.code == .factoryFailed && failure?.underlying is Mistake)
  }

  @MainActor @Test func `a caller's route, a failure that is accepted, and a closed scope have no case`()
    throws
  {
    let registry = try Registry {
      Route({ (_: Int) in SystemTime() }, configuration: Int.self) {
        Service<any TimeSource>()
        RoutableServiceModule<Int>(declaredProtocol: Int.self)
      }
      service({ MemoryStore() }, Service<any NoteStore>(), EntryPoint())
      Decorates(Service<any NoteStore>()) { $0 }
      service(
        { () throws -> PlainDraft in throw Mistake() }, Service<any Draft>(),
        Accepts(.dryRunFailed, because: "it opens a socket"))
      Route({ OtherStore() }) {
        Service<OtherStore>()
        Scoped(to: UserSession.self)
      }
    }
    #expect(registry.routeCases.map(\.route.destination) == ["MemoryStore"])
    let cases = try registry.opening(UserSession(user: "ann")).routeCases
    #expect(cases.map(\.route.destination) == ["MemoryStore", "OtherStore"])
    for route in cases { try route.make() }
  }

  @MainActor @Test func `the cases of a started registry use its instances`() async throws {
    let registry = try Registry {
      live(DiskStorage.init, .storage)
      service(FixedPool.init(storage:), Service(.pool), EntryPoint())
    }
    for route in registry.routeCases {
      let failure = error { () throws in try route.make() }
      #expect(failure?.remedy == "start the registry before you read its routeCases")
    }
    try await registry.start()
    for route in registry.routeCases { try route.make() }
    await registry.stop()
  }

  // MARK: - Without Swift Testing

  @Test func `the functions for XCTest bind a registry`() async throws {
    func name() throws -> String { try Router.makeDestination(to: RoutableService<any NoteStore>()).name }
    let names = try withRegistry {
      NotesModule()
    } operation: {
      [try name(), try withRegistry(overriding: { namedStore("other") }) { try name() }]
    }
    let laterNames = try await withRegistry {
      NotesModule()
    } operation: {
      await Task.yield()
      let first = try name()
      return try await withRegistry(overriding: { namedStore("other") }) {
        await Task.yield()
        return [first, try name()]
      }
    }
    #expect(names == ["memory", "other"] && laterNames == names)
    let error = #expect(throws: RegistryError.self) {
      try withRegistry {
        Route(Printer.init(store:)) { Service<any Printing>() }
      } operation: {
        Issue.record("the test does not run")
      }
    }
    #expect(error?.diagnostics.map(\.code) == [.missingRequirement])
  }
}
