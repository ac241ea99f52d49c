import Foundation
import SharedFixtures
import Testing
import WaymarkCore

@testable import WaymarkCoreTesting

/// Stores an object with a `Routed` property.
@MainActor private final class ReaderBox { let reader = Reader() }

@Suite("Expectations about a registry")
struct ExpectationTests {
  @Test func `a registry without problems records no issue`() async throws {
    let registry = try Registry { NotesModule() }
    #expect(await issues { expectSound(registry, dryRun: true) }.isEmpty)
    #expect(await issues { expectSound(registry) }.isEmpty)
    let noted = try Registry { Route(Editor.self) { View<any EditorInput>() } }
    #expect(await issues { expectSound(noted) }.isEmpty)
    let found = await issues { expectSound(noted, unreachable: true) }
    #expect(
      found.count == 1 && found[0].hasPrefix("warning: WaymarkCoreTestingTests/ExpectationTests.swift:"))
    #expect(found[0].contains("[unreachable-route]"))
    let withDryRun = await issues { expectSound(noted, dryRun: true, unreachable: true) }
    #expect(withDryRun == found)
    #expect(await issues { expectSound(noted, dryRun: true) }.isEmpty)
    let inProfiles = await issues {
      expectSound(in: [nil], unreachable: true) { Route(Editor.self) { View<any EditorInput>() } }
    }
    #expect(inProfiles.count == 1 && inProfiles[0].contains("[unreachable-route]"))
    #expect(
      await issues { expectSound(in: [nil]) { Route(Editor.self) { View<any EditorInput>() } } }.isEmpty)
  }

  @MainActor @Test func `a dry run records a factory's error`() async throws {
    struct Broken: Error {}
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        EntryPoint()
      } make: { _ in
        throw Broken()
      }
    }
    let found = await issues { expectSound(registry, dryRun: true) }
    #expect(found.count == 1 && found[0].contains("Broken") && found[0].contains("[dry-run-failed]"))
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
      Route({ FixedName() }) {
        Service<FixedName>()
        Identifier("name")
      }
    }
    let difference = await expect(other)
    #expect(
      difference == [
        """
        error: the graph differs from the one in Graphs/notes.json:
        + WaymarkCoreTestingTests.FixedName: service, provides Service<FixedName>
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

  @MainActor @Test func `a case makes the route that it describes, and routes of a caller have none`() throws
  {
    struct Broken: Error {}
    let registry = try Registry {
      Route({ (_: Int) in SystemTime() }, configuration: Int.self) {
        Service<any TimeSource>()
        RoutableServiceModule<Int>(declaredProtocol: Int.self)
      }
      Route({ MemoryStore() }) { Service<any NoteStore>() }
      Decorates(Service<any NoteStore>()) { $0 }
      Route({ () throws -> PlainDraft in throw Broken() }) { Service<any Draft>() }
    }
    let cases = registry.routeCases
    #expect(cases.map(\.route.destination) == ["MemoryStore", "PlainDraft"])
    try cases[0].make()
    let failure = error { () throws in try cases[1].make() }
    #expect(failure?.code == .factoryFailed && failure?.underlying is Broken)
  }

  @Test func `a route that accepts the failure of a dry run has no case`() throws {
    struct Broken: Error {}
    let registry = try Registry {
      NotesModule()
      Route({ () throws -> PlainDraft in throw Broken() }) {
        Service<any Draft>()
        Accepts(.dryRunFailed, because: "it opens a socket")
      }
    }
    #expect(!registry.routeCases.contains { $0.route.destination == "PlainDraft" })
    #expect(registry.routeCases.count == (try Registry { NotesModule() }.routeCases.count))
  }

  @MainActor @Test func `routes of a scope have cases in an open scope`() throws {
    struct Visit: RouteScope {}
    let registry = try Registry {
      NotesModule()
      Route({ FixedName() }) {
        Service<FixedName>()
        Scoped(to: Visit.self)
      }
    }
    #expect(!registry.routeCases.contains { $0.route.destination == "FixedName" })
    let cases = try registry.opening(Visit()).routeCases
    #expect(cases.count == 4)
    for route in cases { try route.make() }
  }

  @Test func `a route case describes its route`() throws {
    let cases = try Registry { NotesModule() }.routeCases
    #expect(
      cases.map { $0.testDescription.prefix { $0 != "(" } } == [
        "MemoryStore as Service<any NoteStore> ", "Printer as Service<any Printing> ",
        "Editor as View<any EditorInput>, \"screen\" ",
      ])
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

private struct FixedName: Sendable {}

extension RoutableService<FixedName> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
