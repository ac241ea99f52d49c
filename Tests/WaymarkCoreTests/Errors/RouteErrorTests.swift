import SharedFixtures
import Testing
import WaymarkCore

private struct FailingModule: RouteModule {
  static let line = #line

  var routes: Routes {
    Route({ () throws -> MemoryStore in throw Failure(description: "disk full") }) {
      Service<any NoteStore>()
    }
    Route(StoreProxy.self) {
      Service<any RequiredStore>()
    } make: { routes in
      StoreProxy(try routes(Service<any NoteStore>()))
    }
    Route(PlainDraft.self) {
      Service<any Draft>()
    } make: { routes in
      PlainDraft(text: try routes(Service<any RequiredStore>()).name)
    }
    Route(SystemTime.self) {
      Service<any TimeSource>()
    } prepare: { _, _ in
      throw Failure(description: "no battery")
    }
    Route(Editor.self) {
      View<any EditorInput>()
      Identifier("editor")
    } make: { routes in
      _ = try routes(Service<any RequiredDraft>())
      return Editor()
    }
  }
}

@Suite("Errors of a registry")
struct RouteErrorTests: RouteVocabulary {
  private func text(_ problem: RouteError?) -> String? {
    problem.map { relative($0.description, fileID: #fileID, line: FailingModule.line) }
  }

  @Test func `a failing factory is reported with its path`() throws {
    let registry = try Registry { FailingModule() }
    let problem = error { _ = try registry.makeDestination(to: Service<any Draft>()) }
    #expect(problem?.code == .factoryFailed)
    #expect((problem?.underlying as? Failure)?.description == "disk full")
    #expect(problem?.path.map(\.destination) == ["MemoryStore", "StoreProxy", "PlainDraft"])
    #expect(
      text(problem) == """
        the factory of MemoryStore failed: disk full (Failure) [factoryFailed]
            while making MemoryStore (line + 3), needed by StoreProxy (line + 6), needed by PlainDraft (line + 11)
        """)
  }

  private func route<Needed: Sendable, Made: Sendable>(from needed: Needed.Type, to made: Made) -> Route {
    Route({ @Sendable (_: Needed) in made }) { RoutableService<Made>(declaredProtocol: Made.self) }
  }

  @Test func `a long path has its beginning and its end`() throws {
    let registry = try Registry {
      Route({ () throws -> Int in throw Failure(description: "disk full") }) {
        RoutableService<Int>(declaredProtocol: Int.self)
      }
      route(from: Int.self, to: Int8(0))
      route(from: Int8.self, to: Int16(0))
      route(from: Int16.self, to: Int32(0))
      route(from: Int32.self, to: Int64(0))
      route(from: Int64.self, to: UInt(0))
      route(from: UInt.self, to: UInt8(0))
      route(from: UInt8.self, to: UInt16(0))
      route(from: UInt16.self, to: UInt32(0))
      route(from: UInt32.self, to: UInt64(0))
      route(from: UInt64.self, to: Float(0))
    }
    func names<Requested: Sendable>(_ type: Requested.Type, _ count: Int) -> [String] {
      let token = RoutableService<Requested>(declaredProtocol: type)
      let problem = error { _ = try registry.makeDestination(to: token) }
      #expect(problem?.path.count == count)
      let parts = problem?.description.split(separator: ", needed by ") ?? []
      return parts.map { String($0.prefix { $0 != " " }) }
    }
    #expect(names(UInt64.self, 10).suffix(3) == ["UInt16", "UInt32", "UInt64"])
    #expect(names(Float.self, 11).suffix(4) == ["UInt8", "UInt16", "2", "Float"])
  }

  @Test func `an error that a factory throws keeps its remedy, and is the cause`() throws {
    let cause = RouteError(
      .unregistered, "the plug-in is missing", remedy: "copy it\ndownload it",
      underlying: Failure(description: "cause"))
    #expect(
      cause.description
        == "the plug-in is missing [unregistered]\n    To fix: copy it\n        or: download it")
    let registry = try Registry {
      Route({ () throws -> MemoryStore in throw cause }) { Service<any NoteStore>() }
    }
    let problem = try #require(error { _ = try registry.makeDestination(to: Service<any NoteStore>()) })
    #expect(problem.underlying as? RouteError == cause)
    #expect(
      problem.description == """
        the factory of MemoryStore failed: the plug-in is missing [factoryFailed]
            while making \(try #require(problem.path.first))
            To fix: copy it
                or: download it
        """)
  }

  @Test func `a failing preparation is reported with its route`() throws {
    let registry = try Registry { FailingModule() }
    #expect(
      text(error { _ = try registry.makeDestination(to: Service<any TimeSource>()) }) == """
        the preparation of SystemTime failed: no battery (Failure) [preparationFailed]
            while making SystemTime (line + 16)
        """)
    let given = error {
      _ = try registry.router(to: Service<any TimeSource>())?.prepare(SystemTime()) { _ in
        throw Failure(description: "the caller's")
      }
    }
    #expect(given?.code == .preparationFailed && given?.message.contains("the caller's (Failure)") == true)
  }

  @MainActor @Test func `a missing dependency is reported with the route that needs it`() throws {
    let registry = try Registry { FailingModule() }
    #expect(
      text(error { _ = try registry.makeDestination(to: View<any EditorInput>()) }) == """
        nothing provides Service<any RequiredDraft> in this registry [unregistered]
            while making Editor (line + 21)
            To fix: add Service<any RequiredDraft>(), or its name, to Route(PlainDraft) at line + 11, which can provide it
                or: add the module that provides it to the registry
        """)
  }

  @Test func `an error suggests the token of the other kind`() throws {
    let registry = try Registry { FailingModule() }
    #expect(
      text(error { _ = try registry.makeDestination(to: Service<any EditorInput>()) }) == """
        nothing provides Service<any EditorInput> in this registry, which provides View<any EditorInput> at line + 21 [unregistered]
            To fix: request View<any EditorInput>()
                or: add Service<any EditorInput>(), or its name, to a route
        """)
  }

  @Test func `errors with equal code, message, and path are equal`() throws {
    let registry = try Registry { FailingModule() }
    let problems = (0..<2).map { _ in error { _ = try registry.makeDestination(to: Service<any Draft>()) } }
    #expect(problems[0] == problems[1])
    #expect(problems[0] != error { _ = try registry.makeDestination(to: Service<any RequiredStore>()) })
  }

  @Test func `a location is a file and a line`() {
    let location = DeclarationLocation(fileID: "Notes/Routes.swift", line: 7)
    let same = DeclarationLocation(fileID: "Notes/Routes.swift", line: 7)
    #expect(location == same && location.hashValue == same.hashValue)
    #expect(location != DeclarationLocation(fileID: "Notes/Routes.swift", line: 8))
    #expect(location != DeclarationLocation(fileID: "Editor/Routes.swift", line: 7))
    #expect(location.description == "Notes/Routes.swift:7")
  }
}
