import ScriptedWindow
import Testing

@testable import Waymark

private struct Holder {
  @Routed(\.notes) var store
  @Routed(\.notes) var optional: (any NoteStore)?
  @Routed(\.healthChecks) var checks
}

@MainActor private final class EditorHolder {
  @Routed(\.editor) var editor
  @Routed(\.editor) var router: DestinationViewRouter<any EditorInput>
}

@MainActor private final class Page: PreviewInput {
  init(configuration: EditorConfiguration, time: any TimeSource) {}
}

/// Everything that can be requested, kept by the root or new each time.
private struct AllModule: RouteModule {
  let isKept: Bool

  var routes: Routes {
    Route(MemoryStore.self) {
      Service<any NoteStore>()
      Identifier("store")
      URLPattern("app://store")
      if isKept { Singleton() }
    }
    Route(DiskCheck.init) {
      Contributes(to: \.healthChecks, as: "disk")
      if isKept { Singleton() }
    }
    Route(SystemTime.self) { Service<any TimeSource>() }
    Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
      ServiceModule(\.roomSettings)
      Service(\.chat)
      if isKept { Kept(by: \RoomSettings.number) }
    }
    Route(Editor.self) {
      View<any EditorInput>()
      Identifier("editor")
      URLPattern("app://editor")
      if isKept { Singleton() }
    }
    Route(Page.init(configuration:time:), configuration: EditorConfiguration.init) {
      ViewModule<any EditorModuleConfig>()
      View<any PreviewInput>()
      if isKept { Kept(by: \EditorConfiguration.number) }
    }
  }
}

/// A way to request something, prepared while the scope is open.
private struct Way {
  let name: String
  let prepare: @MainActor (Registry) throws -> @MainActor () async throws -> Void

  init(
    _ name: String, _ prepare: @escaping @MainActor (Registry) throws -> @MainActor () async throws -> Void
  ) {
    self.name = name
    self.prepare = prepare
  }

  @MainActor static let tokens = [
    Way("a service") { scope in { _ = try scope.makeDestination(to: \.notes) } },
    Way("a view") { scope in { _ = try scope.makeDestination(to: \.editor) } },
    Way("a service that the caller prepares") { scope in
      { _ = try scope.makeDestination(to: \.notes) { _ in } }
    },
    Way("a router") { scope in
      let router = try #require(scope.router(to: \.notes))
      return { _ = try router.makeDestination() }
    },
    Way("a router to a view, prepared") { scope in
      let router = try #require(scope.router(to: \.editor))
      return { _ = try router.makeDestination { $0.title = "new" } }
    },
    Way("a router that prepares") { scope in
      let router = try #require(scope.router(to: \.editor))
      return { _ = try router.prepare(Editor()) }
    },
    Way("a router that finds a router") { scope in
      { _ = try #require(scope.router(to: \.notes)).makeDestination() }
    },
    Way("a resolver") { scope in
      let resolver = Resolver(registry: scope)
      return { _ = try resolver(\.notes) }
    },
    Way("the current registry") { scope in
      { try Registry.withCurrent(scope) { _ = try Router.makeDestination(to: \.notes) } }
    },
  ]

  @MainActor static let names = [
    Way("an identifier") { scope in { _ = try scope.makeService(identifier: "store") } },
    Way("the identifier of a view") { scope in { _ = try scope.makeDestination(identifier: "editor") } },
    Way("the router of an identifier") { scope in
      let router = try #require(scope.router(identifier: "store"))
      return { _ = try router.makeService() }
    },
    Way("any router") { scope in
      let router = try #require(scope.anyRouter(to: RoutableView(\.editor)))
      return { _ = try router.makeDestination() }
    },
    Way("a URL") { scope in { _ = try scope.makeService(for: "app://store") } },
    Way("the URL of a view") { scope in { _ = try scope.makeDestination(for: "app://editor") } },
    Way("what a URL matches") { scope in
      let match = try #require(scope.match("app://editor"))
      return { _ = try match.router.makeDestination() }
    },
    Way("an object that was made elsewhere") { scope in { try scope.prepare(Editor()) } },
  ]

  @MainActor static let collections = [
    Way("an array") { scope in { _ = try scope.makeDestinations(of: \.healthChecks) } },
    Way("contributions") { scope in
      let router = scope.contributions(to: \.healthChecks)
      return { _ = try router.makeDestinations() }
    },
    Way("contributions by key") { scope in
      let router = scope.contributions(to: \.healthChecks)
      return { _ = try router.makeDestinationsByKey() }
    },
    Way("a contribution") { scope in
      let router = try #require(scope.contributions(to: \.healthChecks)["disk"])
      return { _ = try router.makeDestination() }
    },
    Way("@Routed") { scope in
      let holder = Registry.withCurrent(scope) { Holder() }
      return { _ = try holder.$store.resolve() }
    },
    Way("an optional @Routed") { scope in
      let holder = Registry.withCurrent(scope) { Holder() }
      return { _ = try holder.$optional.resolve() }
    },
    Way("a @Routed collection") { scope in
      let holder = Registry.withCurrent(scope) { Holder() }
      return { _ = try holder.$checks.resolve() }
    },
    Way("a @Routed view") { scope in
      let holder = Registry.withCurrent(scope) { EditorHolder() }
      return { _ = try holder.$editor.resolve() }
    },
    Way("a @Routed router") { scope in
      let holder = Registry.withCurrent(scope) { EditorHolder() }
      _ = holder.router
      return { _ = try holder.router.makeDestination() }
    },
    Way("a module") { scope in
      let router = try #require(scope.router(to: \.roomSettings))
      return { _ = try router.makeDestination(as: RoutableService(\.chat)) { $0.number = 7 } }
    },
    Way("a module of a view") { scope in
      let router = try #require(scope.router(to: \.editorModule))
      return {
        _ = try router.makeDestination(as: RoutableView<any PreviewInput>()) { $0.note = Note(id: 7) }
      }
    },
  ]

  @MainActor static let shown = [
    Way("performing") { scope in
      let window = ScriptedWindow()
      return { _ = try scope.perform(to: \.editor, path: .push(from: window)) }
    },
    Way("performing with a module") { scope in
      let window = ScriptedWindow()
      return {
        _ = try scope.perform(to: \.editorModule, path: .present(from: window)) { module, _ in
          module.note = Note(id: 7)
        }
      }
    },
    Way("performing with an identifier") { scope in
      let window = ScriptedWindow()
      return { _ = try scope.perform(identifier: "editor", path: .push(from: window)) }
    },
    Way("performing with a router") { scope in
      let router = try #require(scope.router(to: \.editor))
      return { _ = try router.perform(.makeDestination) }
    },
    Way("opening a URL") { scope in
      let window = ScriptedWindow()
      return { _ = try scope.open("app://editor", .push(from: window)) }
    },
  ]

  /// The question, whose answer nobody gives here while the scope is open.
  @MainActor static let question = Way("asking") { scope in
    let window = ScriptedWindow()
    return {
      _ = try await scope.ask(\.editor, path: .push(from: window), for: Int.self) { _, _ in }
    }
  }

  @MainActor static let all = tokens + names + collections + shown
}

@MainActor
@Suite("Requests of every kind in a scope that was closed")
struct ClosedScopeTests: RouteVocabulary {
  @Test(arguments: [false, true])
  func allOfThemFail(isKept: Bool) async throws {
    let root = try Registry { AllModule(isKept: isKept) }
    let scope = try root.opening(UserSession(user: "ann"))
    for way in Way.all {
      let request = try way.prepare(scope)
      await #expect(throws: Never.self, Comment(rawValue: way.name)) { try await request() }
    }
    let ways = Way.all + [Way.question]
    let requests = try ways.map { ($0.name, try $0.prepare(scope)) }
    await scope.close()
    for (name, request) in requests {
      let error = await #expect(throws: RouteError.self, Comment(rawValue: name)) { try await request() }
      #expect(error?.code == .scopeClosed, Comment(rawValue: name))
      #expect(error?.message == "the UserSession of this registry was closed", Comment(rawValue: name))
      #expect(
        error?.remedy
          == "finish the work before the scope is closed, or use the registry of another UserSession",
        Comment(rawValue: name))
    }
    // The root isn't closed.
    for way in Way.all {
      let request = try way.prepare(root)
      await #expect(throws: Never.self, Comment(rawValue: way.name)) { try await request() }
    }
  }
}
