import Testing
import WaymarkCore
import WaymarkCoreTesting

private protocol MailServer: Sendable { var name: String { get } }
private protocol Mailbox: AnyObject, Sendable { var text: String { get } }
private protocol Fold: AnyObject, Sendable {}
@MainActor private protocol Composer: AnyObject {}
@MainActor private protocol ComposerSettings {}
private protocol MailFilter: Sendable {}

extension RoutableService<any MailServer> { fileprivate static var mailServer: Self { declared() } }
extension RoutableService<any Mailbox> { fileprivate static var mailbox: Self { declared() } }
extension RoutableService<LazyMailbox> { fileprivate static var lazyMailbox: Self { declared() } }
extension RoutableService<OpenMailbox> { fileprivate static var openMailbox: Self { declared() } }
extension RoutableView<any Composer> { fileprivate static var composer: Self { declared() } }
extension RoutableViewModule<any ComposerSettings> {
  fileprivate static var composerSettings: Self { declared() }
}
extension RoutableView<MailScreen> { fileprivate static var screen: Self { declared() } }
extension RoutableServices<any MailFilter> { fileprivate static var filters: Self { declared() } }
extension RoutableService<any Fold> { fileprivate static var required: Self { declared() } }
extension RoutableService<Folder> { fileprivate static var provided: Self { declared() } }

private final class Inbox: Mailbox {
  let text: String
  init(server: any MailServer, folder: Folder?, filters: [any MailFilter]) {
    text = "\(server.name), \(folder == nil ? "no folder" : "a folder"), \(filters.count) filters"
  }
}

private final class LazyMailbox: Sendable {
  let server: DestinationServiceRouter<any MailServer>
  let injected = Routed(.mailServer)
  init(server: DestinationServiceRouter<any MailServer>) { self.server = server }
}

private final class OpenMailbox: Sendable {}
private final class Folder: Fold {}
@MainActor private final class MailScreen {
  let settings: ModuleViewRouter<any ComposerSettings>
  init(composer: any Composer, settings: ModuleViewRouter<any ComposerSettings>) { self.settings = settings }
}
@MainActor private final class FakeComposer: Composer { init() {} }
private struct FakeServer: MailServer { let name = "fake" }

private struct MailModule: RouteModule {
  var routes: Routes {
    Route(Inbox.init(server:folder:filters:)) {
      Service(.mailbox)
      Singleton()
    }
    Route(LazyMailbox.init(server:)) { Service(.lazyMailbox) }
    Route(OpenMailbox.self) {
      Service(.openMailbox)
    } make: { routes in
      _ = try routes(.mailServer)
      return OpenMailbox()
    }
    Route(MailScreen.init(composer:settings:)) { View(.screen) }
    Adapter(.required, for: .provided) { $0 }
    Decorates(.mailServer) { $0 }
  }
}

@Suite("A module in isolation", .registry(isolating: MailModule()))
struct IsolationTests {
  @Test func `a missing dependency throws and names the requesting route`() {
    #expect(
      errorText { _ = try Router.makeDestination(to: .mailbox) } == """
        Service<any MailServer> is not implemented, because the module is isolated, and Inbox (…) needs it [unimplemented]
            while making any MailServer (…), needed by Inbox (…)
            To fix: provide it with .overriding { … }
        """)
    #expect(
      errorText { _ = try Router.makeDestination(to: .mailServer) } == """
        Service(.mailServer) is not implemented, because the module is isolated, and the test requested it [unimplemented]
            while making any MailServer (…)
            To fix: provide it with .overriding { … }
        """)
    #expect(
      errorText { _ = try Router.makeDestination(to: .openMailbox) }.contains(
        "OpenMailbox (…) needs it [unimplemented]"))
    #expect(
      errorText { _ = try Router.makeDestination(to: .required) }.contains(
        "Service(.provided) is not implemented"))
  }

  @Test func `routers and properties throw at use`() throws {
    let mailbox = try Router.makeDestination(to: .lazyMailbox)
    #expect(errorText { _ = try mailbox.server.makeDestination() }.contains("[unimplemented]"))
    #expect(errorText { _ = try mailbox.injected.resolve() }.contains("[unimplemented]"))
  }

  @Test(.overriding { Route(FakeServer.init) { Service(.mailServer) } })
  func `an override replaces a missing dependency`() throws {
    #expect(try Router.makeDestination(to: .mailbox).text == "fake, no folder, 0 filters")
    #expect(try Router.makeDestination(to: .mailbox) === Router.makeDestination(to: .mailbox))
    #expect(errorText { _ = try Router.makeDestination(to: .required) }.contains("[unimplemented]"))
  }

  @Test(.overriding { Route(Folder.init) { Service(.provided) } })
  func `an override provides an adapter's target`() throws {
    #expect(try Router.makeDestination(to: .required) is Folder)
  }

  @Test @MainActor func `another module's configuration throws`() {
    #expect(
      errorText { _ = try Router.makeDestination(to: .screen) }.contains(
        "View<any Composer> and ViewModule<any ComposerSettings> are not implemented"))
  }

  @Test(.overriding { Route(FakeComposer.init) { View(.composer) } })
  @MainActor func `a router to another module's configuration throws`() throws {
    let screen = try Router.makeDestination(to: .screen)
    #expect(
      errorText { _ = try screen.settings.makeDestination(as: RoutableView(.composer)) }
        .contains("ViewModule<any ComposerSettings> is not implemented"))
  }

  @Test(
    .overriding(allowsUnused: true) {
      Route({ (folder: Folder) in FakeServer() }) { Service(.mailServer) }
    })
  func `an override may lack dependencies itself`() {
    #expect(
      errorText { _ = try Router.makeDestination(to: .mailbox) }.contains(
        "Service(.provided) is not implemented")
    )
  }

  @Test func `the graph omits missing dependencies`() {
    let destinations: [String] = Registry.current.routes.map(\.destination)
    #expect(destinations == ["Inbox", "LazyMailbox", "OpenMailbox", "MailScreen"])
    #expect(Registry.current.graph.nodes.map(\.role).filter { $0 == .route }.count == 4)
  }

  @Test func `the registry still reports other problems`() {
    #expect(throws: RegistryError.self) {
      try Registry.isolating(RoutesBuilder.buildBlock(MailModule().routes, MailModule().routes))
    }
  }

  @Test func `expectSound checks every profile`() {
    @RoutesBuilder var routes: Routes {
      Route(FakeServer.init) {
        RoutableService(.mailServer)
        EntryPoint()
      }
      When(Profile("kiosk")) {}
      When(.preview) { Route({ (filter: any MailFilter) in FakeServer() }) { RoutableService(.mailServer) } }
    }
    withKnownIssue {
      expectSound(in: [.preview, Profile("kiosk"), nil]) { routes }
    } matching: { issue in
      issue.comments.description.contains("needs any MailFilter, and nothing provides it")
    }
    expectSound(in: [.preview, Profile("kiosk"), nil], dryRun: true) {
      When(Profile("kiosk")) {}
      Route(FakeServer.init) {
        RoutableService(.mailServer)
        EntryPoint()
      }
      When(.preview) {
        Route({ FakeServer() }) {
          RoutableService(.mailServer)
          EntryPoint()
        }
      }
    }
  }

  @Test func `a misspelled profile isn't sound`() {
    withKnownIssue {
      expectSound(in: [Profile("prevew")]) { When(.preview) {} }
    } matching: { issue in
      issue.comments.description.contains("no When names [unknown-profile]")
        && issue.sourceLocation?.fileID == "WaymarkCoreTestingTests/IsolationTests.swift"
    }
  }
}
