import SharedFixtures
import Testing
import WaymarkCore

extension RoutableView<AccountScreen> { fileprivate static var accountScreen: Self { declared() } }

@MainActor private final class AccountScreen {
  let inbox: any Inbox
  @Routed(.inbox) var later
  @Routed(.inbox) var laterIfAny: (any Inbox)?
  @Routed(.inbox) var inboxes: DestinationServiceRouter<any Inbox>
  init(inbox: any Inbox) { self.inbox = inbox }
}
/// A screen that no route makes.
@MainActor private final class Badge { @Routed(.inbox) var inbox }

/// An application that installs the registry of a user's session.
@MainActor private final class Application {
  private let root: Registry
  private(set) var account: Registry

  init() throws {
    root = try Registry {
      MailModule()
      Route(AccountScreen.init(inbox:)) { RoutableView(.accountScreen) }
    }
    account = try root.opening(UserSession(user: "nobody"))
    Registry.install(account)
  }

  func change(to user: String) async throws {
    let old = account
    account = try root.opening(UserSession(user: user))
    Registry.install(account)
    await old.close()
  }
}

@Suite("An application that installs the registry of a scope")
struct InstalledScopeTests {
  #if os(macOS) || os(Linux)
    @Test func `Router and new properties use the account of the last change, bound ones keep theirs`() async
    {
      await #expect(processExitsWith: .success) {
        try await { @MainActor () async throws in
          let application = try Application()
          let archive = try Router.makeDestination(to: .archive)
          let early = Badge()
          mustHold(try Router.makeDestination(to: .inbox).user == "nobody")
          for user in ["ann", "nobody", "bob"] {
            try await application.change(to: user)
            let inbox = try Router.makeDestination(to: .inbox)
            mustHold(inbox.user == user)
            mustHold(Badge().inbox === inbox)
            mustHold(try Router.makeDestination(to: .accountScreen).inbox === inbox)
            mustHold(try Router.makeDestination(to: .accountScreen).later === inbox)
            mustHold(Registry.current.scope(UserSession.self)?.user == user)
            mustHold(try Router.makeDestination(to: .archive) === archive, "the root stays")
          }
          mustHold(early.inbox.user == "bob", "an object made by hand uses the account of its first access")
          // The first binding of the process, and then one with the installed registry.
          let badge = Registry.withCurrent(application.account) { Badge() }
          mustHold(badge.$inbox.registry === application.account && badge.inbox.user == "bob")
          let unread = Registry.withCurrent(application.account) { Badge() }
          try await application.change(to: "eve")
          mustHold(error { _ = try unread.$inbox.resolve() }?.code == .scopeClosed)
          mustHold(Badge().inbox.user == "eve")
        }()
      }
    }

    @Test func `a change closes the old account, and its screens then throw errors`() async {
      await #expect(processExitsWith: .success) {
        try await { @MainActor () async throws in
          let application = try Application()
          let old = application.account
          weak var inbox: (any Inbox)?
          inbox = try Router.makeDestination(to: .accountScreen).inbox
          mustHold(inbox != nil)
          try await application.change(to: "ann")
          mustHold(inbox == nil && old.scope(UserSession.self) == nil, "the instances are released")
          mustHold(error { _ = try old.makeDestination(to: .archive) }?.code == .scopeClosed)
          let screen = try Router.makeDestination(to: .accountScreen)
          let router = screen.inboxes
          try await application.change(to: "bob")
          mustHold(error { _ = try screen.$later.resolve() }?.code == .scopeClosed)
          mustHold(error { _ = try router.makeDestination() }?.code == .scopeClosed)
          mustHold(screen.laterIfAny == nil)
          mustHold(screen.inbox.user == "ann", "an instance stays as long as something holds it")
        }()
      }
    }
  #endif
}
