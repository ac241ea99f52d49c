import SharedFixtures
import Testing

@testable import WaymarkCore

private protocol NoteStor: AnyObject {}
private protocol EditorModuleConfi {}

extension RoutableService<MemoryStore> { fileprivate static var nameOfTwoTypes: Self { declared() } }
extension RoutableService<PlainDraft> { fileprivate static var nameOfTwoTypes: Self { declared() } }
extension RoutableService<String> {
  fileprivate static var apiKey: Self { declared() }
  fileprivate static var apiKeys: Self { declared() }
  fileprivate static var title: Self { declared() }
}

@MainActor @Suite("Routers")
struct RouterTests: RouteVocabulary {
  private func registry() throws(RegistryError) -> Registry {
    try Registry {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View(.editor)
        ViewModule<any EditorModuleConfig>()
        Identifier("editor")
      } make: { configuration, routes in
        let editor = Editor()
        editor.title = "\(configuration.note?.id ?? 0) \(routes.userInfo["mode"] ?? "no mode")"
        return editor
      }
      Route(MemoryStore.self) {
        Service(.notes)
        Identifier("store")
      } make: { routes in
        MemoryStore(name: "store \(routes.userInfo["id"] ?? "without id")")
      }
    }
  }

  /// Other requests by name are in `NameTests`.
  @Test func `a static router uses the current registry`() throws {
    try Registry.withCurrent(registry()) { () throws in
      #expect(try Router.to(View(.editor))?.makeDestination { $0.title = "new" }.title == "new")
      #expect(try Router.makeDestination(to: .editor) { $0.title = "new" }.title == "new")
      #expect(try Router.makeDestination(to: .notes) { _ in }.name == "store without id")
      let module = try #require(Router.to(ViewModule<any EditorModuleConfig>()))
      #expect(try module.makeDestination(as: View(.editor)) { $0.note = Note(id: 3) }.title == "3 no mode")
      #expect(Router.to(ServiceModule<any ImportModuleConfig>()) == nil)
      #expect(Registry.current.router(identifier: "store")?.kind == .service)
      #expect(try DestinationRouter(to: .notes).makeDestination().name == "store without id")
      #expect(try DestinationRouter(to: .notes).registry === Registry.current)
      #expect(try AnyRouter(identifier: "editor").makeDestination() is Editor)
      #expect(try AnyRouter(to: View(.editor)).kind == .view)
    }
  }

  @Test func `an identifier's router makes the destination`() async throws {
    let registry = try registry()
    let editor = try registry.router(identifier: "editor")?.makeDestination(userInfo: ["mode": "dark"])
    #expect((editor as? Editor)?.title == "0 dark")
    let store = try registry.router(identifier: "store")?.makeDestination(userInfo: ["id": 7])
    #expect((store as? MemoryStore)?.name == "store 7")
    // A router is Sendable, and keeps its registry.
    let router = try #require(try self.registry().router(identifier: "store"))
    let other = try await Task.detached { try router.makeService(userInfo: ["id": 8]) as? MemoryStore }.value
    #expect(other?.name == "store 8")
  }

  @Test func `an unknown identifier throws an error with the closest one`() throws {
    let registry = try registry()
    #expect((try registry.makeDestination(identifier: "editor") as? Editor)?.title == "0 no mode")
    #expect(
      error { _ = try registry.makeDestination(identifier: "edtior") }?.description == """
        no route has Identifier("edtior") in this registry [unregistered]
            To fix: did you mean "editor"?
        """)
    #expect(
      error { _ = try AnyRouter(identifier: "printer", in: registry).makeService() }?.description == """
        no route has Identifier("printer") in this registry [unregistered]
            To fix: add Identifier("printer") to a route
        """)
    #expect(
      error { _ = try registry.makeDestination(identifier: "") }?.remedy
        == "pass the text of a route's Identifier")
  }

  @Test func `a misspelled token throws an error with the closest one`() throws {
    let registry = try registry()
    let expected = """
      nothing provides Service<any NoteStor> in this registry [unregistered]
          To fix: add Service<any NoteStor>(), or its name, to a route
              or: add the module that provides it to the registry (did you mean Service(.notes)?)
      """
    let token = Service<any NoteStor>(declaredProtocol: (any NoteStor).self)
    #expect(error { _ = try registry.makeDestination(to: token) }?.description == expected)
    #expect(error { _ = try DestinationRouter(to: token, in: registry) }?.description == expected)
    #expect(error { _ = try AnyRouter(to: token, in: registry) }?.description == expected)
    let module = ViewModule<any EditorModuleConfi>(declaredProtocol: (any EditorModuleConfi).self)
    let remedy = error { _ = try ModuleRouter(to: module, in: registry) }?.remedy
    #expect(remedy?.hasSuffix("(did you mean ViewModule<any EditorModuleConfig>?)") == true)
  }

  @Test func `a name of another type isn't proposed as itself, and nor is any name of a string`() throws {
    let registry = try Registry {
      Route({ MemoryStore() }) { RoutableService<MemoryStore>.nameOfTwoTypes }
      Route({ "key" }) { Service(.apiKey) }
    }
    func remedy<Requested>(_ token: RoutableService<Requested>) -> String {
      error { _ = try registry.makeDestination(to: token) }?.remedy ?? ""
    }
    let name = remedy(RoutableService<PlainDraft>.nameOfTwoTypes)
    #expect(
      name.hasSuffix(
        " (Service(.nameOfTwoTypes) is a name of SharedFixtures.MemoryStore, and not of SharedFixtures.PlainDraft)"
      ))
    #expect(!remedy(.title).contains("Service(.apiKey)"))
    #expect(remedy(.apiKeys).hasPrefix("request Service(.apiKey)\n"))
  }

  @MainActor @Test func `a router can lead to a type known only at run time`() throws {
    let base = try Registry { Route(MemoryStore.self) { Service<any NoteStore>() } }
    let requested: [Any.Type] = [(any NoteStore).self, (any EditorInput).self, Int.self]
    #expect(requested.map { base.anyRouter(requesting: $0) != nil } == [true, false, false])
    let complete = try base.extending { Route(Editor.self) { View<any EditorInput>() } }
    #expect(try complete.anyRouter(requesting: requested[1])?.makeDestination() is Editor)
    #expect(try complete.anyRouter(requesting: requested[0])?.makeService() is MemoryStore)
    #expect(complete.anyRouter(requesting: requested[2]) == nil)
  }

  @Test func `a registry lists all tokens in order`() throws {
    let base = try Registry {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
        View<any EditorInput>()
      } make: { _, _ in
        Editor()
      }
      Adapter(View<any HeadingInput>(), for: View<any EditorInput>()) { HeadingEditor($0) }
      Route(MemoryStore.self) { Service<any NoteStore>() }
    }
    let tokens = [
      "View<any EditorInput>()", "ViewModule<any EditorModuleConfig>()", "Service<any NoteStore>()",
      "View<any HeadingInput>()",
    ]
    #expect(base.routables.map { "\($0)" } == tokens)
    let derived = try base.extending { Route(SystemTime.self) { Service<any TimeSource>() } }
    #expect(derived.routables.map { "\($0)" } == tokens + ["Service<any TimeSource>()"])
    let overridden = try base.overriding { Route({ MemoryStore(name: "x") }) { Service<any NoteStore>() } }
    #expect(overridden.routables.count == tokens.count)
  }
}
