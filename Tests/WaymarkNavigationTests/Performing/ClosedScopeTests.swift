import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

private struct Holder {
  @Routed(.notes) var store
  @Routed(.notes) var optional: (any NoteStore)?
  @Routed(.healthChecks) var checks
}

/// An object with properties that nothing provides.
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
  let reports: Log

  var routes: Routes {
    ReportsErrors { [reports] in reports.append("\($0)") }
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
  typealias Request = @MainActor () async throws -> Void

  let name: String
  let prepare: @MainActor (Registry) throws -> Request

  /// A request of the scope itself.
  static func now<Value>(
    _ name: String, _ request: @escaping @MainActor (Registry) async throws -> Value
  ) -> Way {
    Way(name: name) { scope in { _ = try await request(scope) } }
  }

  /// A request of a router or another object from the scope.
  static func later<Subject, Value>(
    _ name: String, _ make: @escaping @MainActor (Registry) throws -> Subject?,
    _ request: @escaping @MainActor (Subject) async throws -> Value
  ) -> Way {
    Way(name: name) { scope in
      let subject = try #require(try make(scope))
      return { _ = try await request(subject) }
    }
  }

  /// A request of an object that is made while the scope is current.
  static func object<Subject, Value>(
    _ name: String, _ make: @escaping @MainActor () -> Subject,
    _ request: @escaping @MainActor (Subject) async throws -> Value
  ) -> Way {
    later(name, { scope in Registry.withCurrent(scope) { make() } }, request)
  }

  /// A request to show something in a window of its own.
  static func shown<Value>(
    _ name: String, _ show: @escaping @MainActor (Registry, ScriptedWindow) async throws -> Value
  ) -> Way {
    Way(name: name) { scope in
      let window = ScriptedWindow()
      return { _ = try await show(scope, window) }
    }
  }

  @MainActor static let tokens: [Way] = [
    now("a service") { try $0.makeDestination(to: .notes) },
    now("a view") { try $0.makeDestination(to: .editor) },
    now("a service that the caller prepares") { try $0.makeDestination(to: .notes) { _ in } },
    later("a router", { $0.router(to: .notes) }) { try $0.makeDestination() },
    later("a router to a view, prepared", { $0.router(to: .editor) }) { router in
      try router.makeDestination { $0.title = "new" }
    },
    later("a router that prepares", { $0.router(to: .editor) }) { try $0.prepare(Editor()) },
    now("a router that finds a router") { try #require($0.router(to: .notes)).makeDestination() },
    later("a resolver", { Resolver(registry: $0) }) { try $0(.notes) },
    now("the current registry") { scope in
      try Registry.withCurrent(scope) { _ = try Router.makeDestination(to: .notes) }
    },
  ]

  @MainActor static let names: [Way] = [
    now("an identifier") { try AnyRouter(identifier: "store", in: $0).makeService() },
    now("the identifier of a view") { try $0.makeDestination(identifier: "editor") },
    later("the router of an identifier", { $0.router(identifier: "store") }) { try $0.makeService() },
    later("any router", { $0.anyRouter(to: RoutableView(.editor)) }) { try $0.makeDestination() },
    now("a URL") { try $0.makeService(for: "app://store") },
    now("the URL of a view") { try $0.makeDestination(for: "app://editor") },
    later("what a URL matches", { $0.match("app://editor") }) { try $0.router.makeDestination() },
    now("an object that was made elsewhere") { try $0.prepare(Editor()) },
  ]

  @MainActor static let collections: [Way] = [
    now("an array") { try $0.makeDestinations(of: .healthChecks) },
    later("contributions", { $0.contributions(to: .healthChecks) }) { try $0.makeDestinations() },
    later("contributions by key", { $0.contributions(to: .healthChecks) }) { try $0.makeDestinationsByKey() },
    later("a contribution", { $0.contributions(to: .healthChecks)["disk"] }) { try $0.makeDestination() },
    object("@Routed", { Holder() }) { try $0.$store.resolve() },
    object("an optional @Routed", { Holder() }) { try $0.$optional.resolve() },
    object("a @Routed collection", { Holder() }) { try $0.$checks.resolve() },
    object("a @Routed view", { EditorHolder() }) { try $0.$editor.resolve() },
    later(
      "a @Routed router",
      { scope in
        let holder = Registry.withCurrent(scope) { EditorHolder() }
        _ = holder.router
        return holder
      }
    ) { _ = try $0.router.makeDestination() },
    later("a module", { $0.router(to: .roomSettings) }) { router in
      try router.makeDestination(as: RoutableService(.chat)) { $0.number = 7 }
    },
    later("a module of a view", { $0.router(to: .editorModule) }) { router in
      try router.makeDestination(as: RoutableView<any PreviewInput>()) { $0.note = Note(id: 7) }
    },
  ]

  @MainActor static let views: [Way] = [
    shown("performing") { try $0.perform(to: .editor, path: .push(from: $1)) },
    shown("performing with a module") { scope, window in
      try scope.perform(to: .editorModule, path: .present(from: window)) { module, _ in
        module.note = Note(id: 7)
      }
    },
    shown("performing with an identifier") { try $0.perform(identifier: "editor", path: .push(from: $1)) },
    later("performing with a router", { $0.router(to: .editor) }) { try $0.perform(.makeDestination) },
    shown("opening a URL") { try $0.open("app://editor", .push(from: $1)) },
  ]

  /// A question that nobody answers here while the scope is open.
  @MainActor static let question = shown("asking") { scope, window in
    _ = try await scope.ask(.editor, path: .push(from: window), for: Int.self) { _, _ in }
  }

  /// Requests for missing routes, with another error or no result while the scope is open.
  @MainActor static let missing: [Way] = [
    now("a missing service") { try $0.makeDestination(to: .pool) },
    now("a missing view") { try $0.makeDestination(to: RoutableView<any PreviewInput>()) },
    now("a missing service that the caller prepares") { try $0.makeDestination(to: .pool) { _ in } },
    now("a router to a missing service") { try DestinationRouter(to: .pool, in: $0) },
    now("a router to a missing module") { try ModuleRouter(to: .missingSettings, in: $0) },
    now("any router to a missing service") { try AnyRouter(to: RoutableService(.pool), in: $0) },
    later("a resolver of a missing service", { Resolver(registry: $0) }) { try $0(.pool) },
    now("a missing identifier") { try AnyRouter(identifier: "pool", in: $0).makeService() },
    shown("performing with a missing identifier") {
      try $0.perform(identifier: "pool", path: .push(from: $1))
    },
    now("an unknown URL") { try $0.makeService(for: "app://pool") },
    now("a malformed URL") { try $0.makeDestination(for: "no url") },
    now("a plan for an unknown URL") { try $0.plan(for: "app://pool") },
    shown("opening an unknown URL") { try $0.open("app://pool", .push(from: $1)) },
    now("an object that no route makes") { try $0.prepare(FontsPane()) },
    now("a collection that nothing contributes to") { try $0.makeDestinations(of: .missingChecks) },
    now("a collection of views that nothing contributes to") { try $0.makeDestinations(of: .missingPanes) },
    now("contributions that don't exist") { try $0.contributions(to: .missingChecks).makeDestinations() },
    now("contributions by key that don't exist") {
      try $0.contributions(to: .missingChecks).makeDestinationsByKey()
    },
    object("@Routed of a missing service", { MissingHolder() }) { try $0.$pool.resolve() },
    object("an optional @Routed of a missing service", { MissingHolder() }) { try $0.$optional.resolve() },
    object("a @Routed router to a missing service", { MissingHolder() }) { try $0.$router.resolve() },
    object("a @Routed collection that nothing contributes to", { MissingHolder() }) {
      try $0.$checks.resolve()
    },
    object("a @Routed collection by key that nothing contributes to", { MissingHolder() }) {
      try $0.$keyed.resolve()
    },
    later("a view where a service is requested", { $0.router(identifier: "editor") }) {
      try $0.makeService()
    },
    now("the URL of a view where a service is requested") { try $0.makeService(for: "app://editor") },
    later("a module as another service", { $0.router(to: .roomSettings) }) {
      try $0.makeDestination(as: RoutableService(.pool))
    },
    now("starting") { try await $0.start() },
    now("opening a scope") { try $0.opening(WebRequest(path: "/")) },
    now("opening a scope of the same type") { try $0.opening(UserSession(user: "bob")) },
  ]

  @MainActor static let all = tokens + names + collections + views
}

@MainActor
@Suite("Requests in a closed scope")
struct ClosedScopeTests: RouteVocabulary {
  @Test(arguments: [false, true])
  func `every kind of request fails in a closed scope, and each error is reported once`(isKept: Bool)
    async throws
  {
    let reports = Log()
    let root = try Registry { AllModule(isKept: isKept, reports: reports) }
    let scope = try root.opening(UserSession(user: "ann"))
    for way in Way.all {
      let request = try way.prepare(scope)
      await #expect(throws: Never.self, Comment(rawValue: way.name)) { try await request() }
    }
    let open = try root.opening(UserSession(user: "bob"))
    for way in Way.missing {
      let request = try way.prepare(open)
      reports.clear()
      let found = await failure { try await request() }
      #expect((found as? RouteError)?.code != .scopeClosed, Comment(rawValue: way.name))
      #expect(reports.all == (found.map { ["\($0)"] } ?? []), Comment(rawValue: way.name))
    }
    let ways = Way.all + [Way.question] + Way.missing
    let requests = try ways.map { ($0.name, try $0.prepare(scope)) }
    await scope.close()
    for (name, request) in requests {
      reports.clear()
      let error = await #expect(throws: RouteError.self, Comment(rawValue: name)) { try await request() }
      #expect(error?.code == .scopeClosed, Comment(rawValue: name))
      #expect(reports.all == (error.map { ["\($0)"] } ?? []), Comment(rawValue: name))
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
        View(.editor)
        Intercepts(immediately: { _ in
          asked += 1
          return .proceed
        })
      }
    }.opening(UserSession(user: "ann"))
    await scope.close()
    let path = RoutePath.push(from: ScriptedWindow())
    #expect(!scope.canPerform(to: .editor, path: path))
    let problem = error { try scope.perform(to: .editor, path: path) }
    #expect(problem?.code == .scopeClosed && problem?.path.map(\.destination) == ["Editor"] && asked == 0)
  }
}
