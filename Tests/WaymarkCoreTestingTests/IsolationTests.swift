import SharedFixtures
import Testing
import WaymarkCore

@testable import WaymarkCoreTesting

private struct DataClient: Sendable {
  var load: @Sendable (String) async throws -> [UInt8]
  var check: @Sendable (String, Int) throws -> Bool
  var count: @Sendable () async -> Int
  var name: @Sendable () -> String
  var forget: @Sendable (String) -> Void
  var show: @MainActor @Sendable (String) throws -> Void
}

extension DataClient: TestPlaceholder {
  static var placeholder: DataClient {
    DataClient(
      load: unimplemented("DataClient.load"), check: unimplemented("DataClient.check"),
      count: unimplemented("DataClient.count", placeholder: 3),
      name: unimplemented("DataClient.name", placeholder: "none"),
      forget: unimplemented("DataClient.forget", placeholder: ()),
      show: unimplemented("DataClient.show"))
  }
}

private struct Settings: Sendable {}
@MainActor private final class Toolbar: @MainActor TestPlaceholder {
  let title: String
  init(_ title: String) { self.title = title }
  static var placeholder: Toolbar { Toolbar("placeholder") }
}

extension RoutableService<Inbox> { fileprivate static var mailbox: Self { declared() } }
extension RoutableService<LazyMailbox> { fileprivate static var lazyMailbox: Self { declared() } }
extension RoutableService<OpenMailbox> { fileprivate static var openMailbox: Self { declared() } }
extension RoutableView<MailScreen> { fileprivate static var screen: Self { declared() } }
extension RoutableService<DataClient> { fileprivate static var dataClient: Self { declared() } }
extension RoutableService<Settings> { fileprivate static var settings: Self { declared() } }
extension RoutableView<Toolbar> { fileprivate static var toolbar: Self { declared() } }
extension RoutableService<Loader> { fileprivate static var loader: Self { declared() } }
extension RoutableService<LateLoader> { fileprivate static var lateLoader: Self { declared() } }
extension RoutableView<LateScreen> { fileprivate static var lateScreen: Self { declared() } }

private final class Inbox: Sendable {
  let text: String
  init(store: any NoteStore, other: OtherStore?, checks: [any HealthCheck]) {
    text = "\(store.name), \(other?.name ?? "no other"), \(checks.count) checks"
  }
}

private final class LazyMailbox: Sendable {
  let store: DestinationServiceRouter<any NoteStore>
  let injected = Routed(.notes)
  init(store: DestinationServiceRouter<any NoteStore>) { self.store = store }
}

private final class OpenMailbox: Sendable {}
@MainActor private final class MailScreen {
  let settings: ModuleViewRouter<any EditorModuleConfig>
  init(editor: any EditorInput, settings: ModuleViewRouter<any EditorModuleConfig>) {
    self.settings = settings
  }
}

private struct Loader: Sendable { let data: DataClient }
private final class LateLoader: Sendable {
  let data = Routed(.dataClient)
  let settings = Routed(.settings)
}
@MainActor private final class LateScreen {
  @Routed(.dataClient) var data: DataClient
  @Routed(.toolbar) var toolbar: Toolbar
  @Routed(.dataClient) var optional: DataClient?
}

private struct MailModule: RouteModule {
  var routes: Routes {
    Route(Inbox.init(store:other:checks:)) {
      Service(.mailbox)
      Singleton()
    }
    Route(LazyMailbox.init(store:)) { Service(.lazyMailbox) }
    Route(OpenMailbox.self) {
      Service(.openMailbox)
    } make: { routes in
      _ = try routes(.notes)
      return OpenMailbox()
    }
    Route(MailScreen.init(editor:settings:)) { View(.screen) }
    Adapter(Service<any RequiredStore>(), for: Service<OtherStore>()) { StoreProxy($0) }
    Decorates(.notes) { $0 }
    Route(Loader.init(data:)) { Service(.loader) }
    Route(LateLoader.init) { Service(.lateLoader) }
    Route(LateScreen.init) { View(.lateScreen) }
  }
}

@Suite("A module in isolation", .registry(isolating: MailModule()))
struct IsolationTests {
  @Test func `a missing dependency throws and names the requesting route`() {
    #expect(
      errorText { _ = try Router.makeDestination(to: .mailbox) } == """
        Service<any NoteStore> is not implemented, because the module is isolated, and Inbox (…) needs it [unimplemented]
            while making Inbox (…)
            To fix: provide it with .overriding { … }
        """)
    #expect(
      errorText { _ = try Router.makeDestination(to: .notes) } == """
        Service(.notes) is not implemented, because the module is isolated, and the test requested it [unimplemented]
            To fix: provide it with .overriding { … }
        """)
    #expect(
      errorText { _ = try Router.makeDestination(to: .openMailbox) }.contains(
        "OpenMailbox (…) needs it [unimplemented]"))
    #expect(
      errorText { _ = try Router.makeDestination(to: Service<any RequiredStore>()) }.contains(
        "Service<OtherStore> is not implemented"))
  }

  @Test @MainActor func `routers and properties throw at use`() throws {
    let mailbox = try Router.makeDestination(to: .lazyMailbox)
    #expect(errorText { _ = try mailbox.store.makeDestination() }.contains("[unimplemented]"))
    #expect(errorText { _ = try mailbox.injected.resolve() }.contains("[unimplemented]"))
    let loader = try Router.makeDestination(to: .lateLoader)
    #expect(errorText { _ = try loader.data.resolve() }.contains("[unimplemented]"), "it has a placeholder")
    #expect(!loader.data.isResolved)
    #expect(errorText { _ = try Registry.current(.dataClient) }.contains("[unimplemented]"))
  }

  @Test(
    .overriding {
      Route({ MemoryStore(name: "fake") }) { Service(.notes) }
      Route(OtherStore.init) { Service<OtherStore>() }
    })
  func `an override replaces a missing dependency, and the target of an adapter`() throws {
    #expect(try Router.makeDestination(to: .mailbox).text == "fake, other, 0 checks")
    #expect(try Router.makeDestination(to: .mailbox) === Router.makeDestination(to: .mailbox))
    #expect(try Router.makeDestination(to: Service<any RequiredStore>()).name == "proxy of other")
  }

  @Test(.overriding { Route({ MemoryStore(name: "fake") }) { Service(.notes) } })
  func `an override replaces no other dependency`() throws {
    #expect(try Router.makeDestination(to: .mailbox).text == "fake, no other, 0 checks")
    #expect(
      errorText { _ = try Router.makeDestination(to: Service<any RequiredStore>()) }.contains(
        "[unimplemented]"))
  }

  @Test(
    .overriding(allowsUnused: true) { Route({ (_: OtherStore) in MemoryStore() }) { Service(.notes) } })
  func `an override may lack dependencies itself`() {
    #expect(
      errorText { _ = try Router.makeDestination(to: .mailbox) }.contains(
        "Service<OtherStore> is not implemented"))
  }

  @Test @MainActor func `another module's configuration throws, and so does a router to it`() throws {
    #expect(
      errorText { _ = try Router.makeDestination(to: .screen) }.contains(
        "View<any EditorInput> and ViewModule<any EditorModuleConfig> are not implemented"))
    let registry = try Registry.current.overriding { Route(Editor.init) { RoutableView(.editor) } }
    let screen = try registry(.screen)
    #expect(
      errorText { _ = try screen.settings.makeDestination(as: RoutableView(.editor)) }
        .contains("ViewModule<any EditorModuleConfig> is not implemented"))
  }

  @Test func `the graph omits missing dependencies`() {
    let destinations: [String] = Registry.current.routes.map(\.destination)
    #expect(
      destinations == [
        "Inbox", "LazyMailbox", "OpenMailbox", "MailScreen", "Loader", "LateLoader", "LateScreen",
      ])
    #expect(Registry.current.graph.nodes.map(\.role).filter { $0 == .route }.count == 7)
  }

  @Test func `a dry run reports no missing dependency`() async {
    let found = await issues { expectSound(Registry.current, dryRun: true) }
    #expect(!found.contains { $0.contains("[dry-run-failed]") }, "\(found)")
  }

  @Test func `the registry still reports other problems`() {
    #expect(throws: RegistryError.self) {
      try Registry.isolating(RoutesBuilder.buildBlock(MailModule().routes, MailModule().routes))
    }
  }

  // MARK: - Placeholders

  @Test func `a parameter is its type's placeholder`() async throws {
    let loader = try Registry.current(.loader)
    let found = await issues { _ = try? await loader.data.load("file") }
    #expect(found.count == 1 && found[0].contains("DataClient.load"))
  }

  @Test(.overriding { Overrides(.dataClient, \.load) { _ in [1] } })
  func `an override replaces one member of a placeholder`() async throws {
    let loader = try Registry.current(.loader)
    #expect(try await loader.data.load("file") == [1])
    #expect(try await Registry.current(.dataClient).load("file") == [1])
    #expect(try await Registry.current(.lateLoader).data().load("file") == [1])
    let found = await issues { _ = try? loader.data.check("file", 1) }
    #expect(found.count == 1)
  }

  @Test func `reading a missing property records one issue and returns the placeholder`() async throws {
    let loader = try Router.makeDestination(to: .lateLoader)
    let found = await issues { for _ in 0..<2 { _ = loader.data() } }
    #expect(
      found.map { $0.replacing(#/\w+\/IsolationTests.swift:\d+/#, with: "…") } == [
        """
        error: the test "reading a missing property records one issue and returns the placeholder" read a property that nothing provides, and got DataClient.placeholder
        Service(.dataClient) is not implemented, because the module is isolated, and the test requested it [unimplemented]
            @Routed(Service(.dataClient)) is declared at …, and read at …
            To fix: provide it with .overriding { … }
        """
      ])
    #expect(loader.data.isResolved)
    let called = await issues {
      let name = loader.data().name()
      #expect(name == "none")
    }
    #expect(called.count == 1)
  }

  @Test func `an issue about a property names the dependency that its destination lacks`() async throws {
    let registry = try Registry.current.overriding {
      Route({ (_: Settings) in DataClient.placeholder }) { Service(.dataClient) }
    }
    let loader = try registry(.lateLoader)
    let found = await issues { _ = loader.data() }
    #expect(found.count == 1)
    let text = found.first ?? ""
    #expect(text.contains("read a property that cannot be resolved, and got DataClient.placeholder\n"))
    #expect(
      text.contains("Service<Settings> is not implemented") && text.contains("while making DataClient ("))
  }

  @Test @MainActor func `a view gets placeholders`() async throws {
    let screen = try Router.makeDestination(to: .lateScreen)
    let found = await issues {
      _ = screen.data
      let title = screen.toolbar.title
      #expect(title == "placeholder")
      #expect(screen.optional == nil)
    }
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.hasPrefix("error: the test \"a view gets placeholders\" read a property") })
    #expect(found.last?.contains("got Toolbar.placeholder\nView(.toolbar) is not implemented") == true)
  }

  @Test func `a type without a placeholder has an error that names the test`() async throws {
    let test = try #require(Test.current)
    let loader = try Router.makeDestination(to: .lateLoader)
    let problem = try #require(throws: RouteError.self) { try loader.settings.resolve() }
    let found = await issues {
      let others = ["\nconform Settings to TestPlaceholder", ""]
      for (type, other) in zip([Settings.self, (any NoteStore).self] as [Any.Type], others) {
        let trap = #expect(throws: RouteError.self) {
          try placeholder(
            of: type, for: problem, declaredAt: DeclarationLocation(fileID: #fileID, line: #line), in: test)
        }
        #expect(
          trap?.message
            == "the test \(test.nameInMessages) read a property that nothing provides, and \(problem.message)"
        )
        #expect(trap?.remedy == "provide it with .overriding { … }\(other)")
      }
    }
    #expect(found == [])
  }

  @Test func `reading a property without a placeholder stops the program`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let registry = try Registry.isolating(MailModule().routes)
      _ = try registry(.lateLoader).settings()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Service(.settings) is not implemented, because the module is isolated"), "\(text)")
  }

  // MARK: - Unimplemented closures

  @Test func `a throwing closure records its name and the test's name`() async {
    #expect(await issues { _ = DataClient.placeholder } == [], "an unused closure is no issue")
    let client = DataClient.placeholder
    let found = await issues {
      await #expect(throws: UnimplementedError.self) { try await client.load("file") }
      let problem = #expect(throws: UnimplementedError.self) { try client.check("file", 1) }
      #expect(problem?.description == "DataClient.check is unimplemented")
      #expect(problem?.name == "DataClient.check")
      await MainActor.run { _ = try? client.show("file") }
    }
    #expect(found.count == 3)
    #expect(
      found.first?.hasPrefix(
        """
        error: the test "a throwing closure records its name and the test's name" called DataClient.load, which is unimplemented
            To fix: replace it, as in .overriding { Overrides(…, \\.load) { … } }
        """) == true, "\(found)")
  }

  @Test func `a placeholder's closure records an issue and returns its value`() async {
    let client = DataClient.placeholder
    let found = await issues {
      let count = await client.count()
      #expect(count == 3 && client.name() == "none")
      client.forget("file")
    }
    #expect(found.count == 3)
    for (text, name) in zip(found, ["count", "name", "forget"]) {
      #expect(text.contains(" called DataClient.\(name), which is unimplemented"))
    }
  }

  @Test func `a call outside of a test's tasks names the test that made the closure`() async {
    let call = UnimplementedCall(name: "DataClient.check", sourceLocation: #_sourceLocation)
    let test = "a call outside of a test's tasks names the test that made the closure"
    #expect(
      await Task.detached { call.message }.value == """
        code outside of Swift Testing's tests called DataClient.check, which is unimplemented and was made in the test "\(test)"
            To fix: replace it, as in .overriding { Overrides(…, \\.check) { … } }
        """)
  }
}

private struct Inner: Sendable {
  let data: DataClient
  let amount: Int
  let text: String?
}
private struct Outer: Sendable {
  let inner: Inner
  let amount: Int
  let factor: Double
  let rates: DestinationServiceRouter<Float>
}
private final class Late: Sendable {
  let factor = Routed(.factor)
  init(amount: Int) {}
}
extension RoutableService<Inner> { fileprivate static var inner: Self { declared() } }
extension RoutableService<Outer> { fileprivate static var outer: Self { declared() } }
extension RoutableService<Late> { fileprivate static var late: Self { declared() } }
extension RoutableService<Double> { fileprivate static var factor: Self { declared() } }

private struct LackingModule: RouteModule {
  var routes: Routes {
    Route(Inner.init(data:amount:text:)) { Service(.inner) }
    Route(Outer.init(inner:amount:factor:rates:)) { Service(.outer) }
    Route(Late.init(amount:)) { Service(.late) }
  }
}

@Suite("Missing dependencies of an isolated module", .registry(isolating: LackingModule()))
struct LackingDependenciesTests {
  @Test func `the error lists all dependencies that the destination lacks, also those of properties`() {
    #expect(
      errorText { _ = try Registry.current(.outer) } == """
        Service<Int>, Service<Double>, and Service<Float> are not implemented, because the module is isolated, and Outer (…) needs them [unimplemented]
            while making Inner (…), needed by Outer (…)
            To fix: provide them with .overriding { … }
        """)
    #expect(
      errorText { _ = try Registry.current(.late) }.hasPrefix("Service<Int> and Service<Double> are not"))
  }

  @Test(.overriding(allowsUnused: true) { Overrides(.factor, with: 1) })
  func `the error omits a dependency that the test provides`() {
    #expect(errorText { _ = try Registry.current(.late) }.hasPrefix("Service<Int> is not implemented"))
  }
}
