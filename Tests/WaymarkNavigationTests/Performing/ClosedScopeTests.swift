import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

private struct Holder {
  @Routed(.notes) var store
  @Routed(.notes) var optional: (any NoteStore)?
  @Routed(.healthChecks) var checks
}

/// What nothing provides.
private struct MissingHolder {
  @Routed(.pool) var pool
  @Routed(.pool) var optional: (any Pool)?
  @Routed(.pool) var router: DestinationServiceRouter<any Pool>
  @Routed(.missingChecks) var checks
  @Routed(.missingChecks) var keyed: [String: any Undeclared]
}

extension RoutableServices<any Undeclared> { fileprivate static var missingChecks: Self { declared() } }
extension RoutableViews<any Undeclared> { fileprivate static var missingPanes: Self { declared() } }
extension RoutableServiceModule<any ImportModuleConfig> {
  fileprivate static var missingSettings: Self { declared() }
}

@MainActor private final class EditorHolder {
  @Routed(.editor) var editor
  @Routed(.editor) var router: DestinationViewRouter<any EditorInput>
}

@MainActor private final class Page: PreviewInput {
  init(configuration: EditorConfiguration, time: any TimeSource) {}
}

/// Everything that can be requested, kept by the root or new each time.
private struct AllModule: RouteModule {
  let isKept: Bool

  var routes: Routes {
    Route(MemoryStore.self) {
      Service(.notes)
      Identifier("store")
      URLPattern("app://store")
      if isKept { Singleton() }
    }
    Route(DiskCheck.init) {
      Contributes(to: .healthChecks, as: "disk")
      if isKept { Singleton() }
    }
    Route(SystemTime.self) { Service<any TimeSource>() }
    Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
      ServiceModule(.roomSettings)
      Service(.chat)
      if isKept { Kept(by: \RoomSettings.number) }
    }
    Route(Editor.self) {
      View(.editor)
      Identifier("editor")
      URLPattern("app://editor")
      if isKept { Singleton() }
    }
    Route(Page.init(configuration:time:), configuration: EditorConfiguration.init) {
      ViewModule(.editorModule)
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
    Way("a service") { scope in { _ = try scope.makeDestination(to: .notes) } },
    Way("a view") { scope in { _ = try scope.makeDestination(to: .editor) } },
    Way("a service that the caller prepares") { scope in
      { _ = try scope.makeDestination(to: .notes) { _ in } }
    },
    Way("a router") { scope in
      let router = try #require(scope.router(to: .notes))
      return { _ = try router.makeDestination() }
    },
    Way("a router to a view, prepared") { scope in
      let router = try #require(scope.router(to: .editor))
      return { _ = try router.makeDestination { $0.title = "new" } }
    },
    Way("a router that prepares") { scope in
      let router = try #require(scope.router(to: .editor))
      return { _ = try router.prepare(Editor()) }
    },
    Way("a router that finds a router") { scope in
      { _ = try #require(scope.router(to: .notes)).makeDestination() }
    },
    Way("a resolver") { scope in
      let resolver = Resolver(registry: scope)
      return { _ = try resolver(.notes) }
    },
    Way("the current registry") { scope in
      { try Registry.withCurrent(scope) { _ = try Router.makeDestination(to: .notes) } }
    },
  ]

  @MainActor static let names = [
    Way("an identifier") { scope in { _ = try AnyRouter(identifier: "store", in: scope).makeService() } },
    Way("the identifier of a view") { scope in { _ = try scope.makeDestination(identifier: "editor") } },
    Way("the router of an identifier") { scope in
      let router = try #require(scope.router(identifier: "store"))
      return { _ = try router.makeService() }
    },
    Way("any router") { scope in
      let router = try #require(scope.anyRouter(to: RoutableView(.editor)))
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
    Way("an array") { scope in { _ = try scope.makeDestinations(of: .healthChecks) } },
    Way("contributions") { scope in
      let router = scope.contributions(to: .healthChecks)
      return { _ = try router.makeDestinations() }
    },
    Way("contributions by key") { scope in
      let router = scope.contributions(to: .healthChecks)
      return { _ = try router.makeDestinationsByKey() }
    },
    Way("a contribution") { scope in
      let router = try #require(scope.contributions(to: .healthChecks)["disk"])
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
      let router = try #require(scope.router(to: .roomSettings))
      return { _ = try router.makeDestination(as: RoutableService(.chat)) { $0.number = 7 } }
    },
    Way("a module of a view") { scope in
      let router = try #require(scope.router(to: .editorModule))
      return {
        _ = try router.makeDestination(as: RoutableView<any PreviewInput>()) { $0.note = Note(id: 7) }
      }
    },
  ]

  @MainActor static let shown = [
    Way("performing") { scope in
      let window = ScriptedWindow()
      return { _ = try scope.perform(to: .editor, path: .push(from: window)) }
    },
    Way("performing with a module") { scope in
      let window = ScriptedWindow()
      return {
        _ = try scope.perform(to: .editorModule, path: .present(from: window)) { module, _ in
          module.note = Note(id: 7)
        }
      }
    },
    Way("performing with an identifier") { scope in
      let window = ScriptedWindow()
      return { _ = try scope.perform(identifier: "editor", path: .push(from: window)) }
    },
    Way("performing with a router") { scope in
      let router = try #require(scope.router(to: .editor))
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
      _ = try await scope.ask(.editor, path: .push(from: window), for: Int.self) { _, _ in }
    }
  }

  /// Requests for what nothing provides, which fail with another error, or have no result, while the scope is open.
  @MainActor static let missing = [
    Way("a missing service") { scope in { _ = try scope.makeDestination(to: .pool) } },
    Way("a missing view") { scope in { _ = try scope.makeDestination(to: RoutableView<any PreviewInput>()) }
    },
    Way("a missing service that the caller prepares") { scope in
      { _ = try scope.makeDestination(to: .pool) { _ in } }
    },
    Way("a router to a missing service") { scope in
      { _ = try DestinationRouter(to: .pool, in: scope) }
    },
    Way("a router to a missing module") { scope in
      { _ = try ModuleRouter(to: .missingSettings, in: scope) }
    },
    Way("any router to a missing service") { scope in
      { _ = try AnyRouter(to: RoutableService(.pool), in: scope) }
    },
    Way("a resolver of a missing service") { scope in
      let resolver = Resolver(registry: scope)
      return { _ = try resolver(.pool) }
    },
    Way("a missing identifier") { scope in { _ = try AnyRouter(identifier: "pool", in: scope).makeService() }
    },
    Way("performing with a missing identifier") { scope in
      let window = ScriptedWindow()
      return { _ = try scope.perform(identifier: "pool", path: .push(from: window)) }
    },
    Way("an unknown URL") { scope in { _ = try scope.makeService(for: "app://pool") } },
    Way("a malformed URL") { scope in { _ = try scope.makeDestination(for: "no url") } },
    Way("a plan for an unknown URL") { scope in { _ = try scope.plan(for: "app://pool") } },
    Way("opening an unknown URL") { scope in
      let window = ScriptedWindow()
      return { _ = try scope.open("app://pool", .push(from: window)) }
    },
    Way("an object that no route makes") { scope in { try scope.prepare(FontsPane()) } },
    Way("a collection that nothing contributes to") { scope in
      { _ = try scope.makeDestinations(of: .missingChecks) }
    },
    Way("a collection of views that nothing contributes to") { scope in
      { _ = try scope.makeDestinations(of: .missingPanes) }
    },
    Way("contributions that don't exist") { scope in
      { _ = try scope.contributions(to: .missingChecks).makeDestinations() }
    },
    Way("contributions by key that don't exist") { scope in
      { _ = try scope.contributions(to: .missingChecks).makeDestinationsByKey() }
    },
    Way("@Routed of a missing service") { scope in
      let holder = Registry.withCurrent(scope) { MissingHolder() }
      return { _ = try holder.$pool.resolve() }
    },
    Way("an optional @Routed of a missing service") { scope in
      let holder = Registry.withCurrent(scope) { MissingHolder() }
      return { _ = try holder.$optional.resolve() }
    },
    Way("a @Routed router to a missing service") { scope in
      let holder = Registry.withCurrent(scope) { MissingHolder() }
      return { _ = try holder.$router.resolve() }
    },
    Way("a @Routed collection that nothing contributes to") { scope in
      let holder = Registry.withCurrent(scope) { MissingHolder() }
      return { _ = try holder.$checks.resolve() }
    },
    Way("a @Routed collection by key that nothing contributes to") { scope in
      let holder = Registry.withCurrent(scope) { MissingHolder() }
      return { _ = try holder.$keyed.resolve() }
    },
    Way("a view where a service is requested") { scope in
      let router = try #require(scope.router(identifier: "editor"))
      return { _ = try router.makeService() }
    },
    Way("the URL of a view where a service is requested") { scope in
      { _ = try scope.makeService(for: "app://editor") }
    },
    Way("a module as another service") { scope in
      let router = try #require(scope.router(to: .roomSettings))
      return { _ = try router.makeDestination(as: RoutableService(.pool)) }
    },
    Way("starting") { scope in { try await scope.start() } },
    Way("opening a scope") { scope in { _ = try scope.opening(WebRequest(path: "/")) } },
    Way("opening a scope of the same type") { scope in
      { _ = try scope.opening(UserSession(user: "bob")) }
    },
  ]

  @MainActor static let all = tokens + names + collections + shown
}

@MainActor
@Suite("Requests in a closed scope")
struct ClosedScopeTests: RouteVocabulary {
  @Test(arguments: [false, true])
  func `every kind of request fails in a closed scope`(isKept: Bool) async throws {
    let root = try Registry { AllModule(isKept: isKept) }
    let scope = try root.opening(UserSession(user: "ann"))
    for way in Way.all {
      let request = try way.prepare(scope)
      await #expect(throws: Never.self, Comment(rawValue: way.name)) { try await request() }
    }
    let open = try root.opening(UserSession(user: "bob"))
    for way in Way.missing {
      let request = try way.prepare(open)
      let found = await failure { try await request() }
      #expect((found as? RouteError)?.code != .scopeClosed, Comment(rawValue: way.name))
    }
    let ways = Way.all + [Way.question] + Way.missing
    let requests = try ways.map { ($0.name, try $0.prepare(scope)) }
    await scope.close()
    for (name, request) in requests {
      let error = await #expect(throws: RouteError.self, Comment(rawValue: name)) { try await request() }
      #expect(error?.code == .scopeClosed, Comment(rawValue: name))
      #expect(error?.message == "the UserSession of this registry was closed", Comment(rawValue: name))
      #expect(
        error?.remedy?.hasSuffix("\nuse the registry of another UserSession") == true, Comment(rawValue: name)
      )
    }
    // The root isn't closed.
    for way in Way.all {
      let request = try way.prepare(root)
      await #expect(throws: Never.self, Comment(rawValue: way.name)) { try await request() }
    }
  }

  @Test func `a closed scope asks no interceptor`() async throws {
    var asked = 0
    let scope = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Intercepts(immediately: { _ in
          asked += 1
          return .proceed
        })
      }
    }.opening(UserSession(user: "ann"))
    await scope.close()
    let path = RoutePath.push(from: ScriptedWindow())
    #expect(!scope.canPerform(to: View<any EditorInput>(), path: path))
    let error = #expect(throws: RouteError.self) {
      try scope.perform(to: View<any EditorInput>(), path: path)
    }
    #expect(error?.code == .scopeClosed && error?.path.map(\.destination) == ["Editor"] && asked == 0)
  }
}
