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

  /// Returns the parts of the path of an error, which a chain of links causes.
  private func path<Tens: Digit, Ones: Digit>(_ links: Int, to last: Link<Tens, Ones>.Type) throws
    -> [Substring]
  {
    let registry = try Registry {
      LinksModule(0..<links, isOpen: true)
      Route({ () throws -> Link<Tens, Ones> in throw Failure(description: "disk full") }) {
        Service<Link<Tens, Ones>>()
      }
    }
    let problem = try #require(error { _ = try registry(Service<Link<D0, D0>>()) })
    #expect(problem.path.count == links + 1)
    return problem.description.split(separator: ", needed by ")
  }

  @Test func `a long path has its beginning and its end`() throws {
    #expect(try path(9, to: Link<D0, D9>.self).count == 10)
    let parts = try path(10, to: Link<D1, D0>.self)
    try #require(parts.count == 10)
    #expect(
      parts[7].hasPrefix("Link<D0, D3>") && parts[8] == "2 more" && parts[9].hasPrefix("Link<D0, D0>"))
  }

  @Test func `an error that a factory throws keeps its remedy, and is the cause`() throws {
    let cause = RouteError(
      .unregistered, "the plug-in is missing", remedy: "copy it\ndownload it",
      underlying: Failure(description: "cause"))
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
    let problem = error { _ = try registry(View<any EditorInput>()) }
    #expect(problem?.code == .unregistered && problem?.path.map(\.destination) == ["Editor"])
    let place =
      "To fix: add Service<any RequiredDraft>(), or its name, to Route(PlainDraft) at line + 11, which can"
    #expect(text(problem)?.contains(place) == true)
  }

  @Test func `an error suggests the token of the other kind`() throws {
    let registry = try Registry { FailingModule() }
    #expect(
      text(error { _ = try registry(Service<any EditorInput>()) }) == """
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
    #expect(location == DeclarationLocation(fileID: "Notes/Routes.swift", line: 7))
    #expect(location != DeclarationLocation(fileID: "Notes/Routes.swift", line: 8))
    #expect(location != DeclarationLocation(fileID: "Editor/Routes.swift", line: 7))
    #expect(location.description == "Notes/Routes.swift:7")
  }
}
