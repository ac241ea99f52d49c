import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

private func sessionInbox() throws -> any Inbox { try Router.makeDestination(to: RoutableService(.inbox)) }

@Suite("Scopes of tests", .registry { MailModule() }, .scope(UserSession(user: "test")))
struct ScopeTraitTests {
  /// The inboxes that test cases have seen, which stay so that their addresses are unique.
  private static let inboxes = Lock<[ObjectIdentifier: any Inbox]>([:])

  @Test(arguments: 0..<3) func `each case has its own scope`(number: Int) async throws {
    let registry = Registry.current
    let inbox = try sessionInbox()
    #expect(inbox.user == "test")
    #expect(try sessionInbox() === inbox)
    let isNew = Self.inboxes.withLock { $0.updateValue(inbox, forKey: ObjectIdentifier(inbox)) == nil }
    #expect(isNew, "the inbox of another case was found")
    await Task { #expect(Registry.current === registry) }.value
  }

  @Test(.scope(WebRequest(path: "/cart"))) func `scopes nest`() {
    #expect(Registry.current.scope(WebRequest.self)?.path == "/cart")
    #expect(Registry.current.scope(UserSession.self)?.user == "test")
  }

  @Test(
    .overriding {
      Route({ @Sendable (request: WebRequest?, session: UserSession) in
        SessionInbox(archive: FileArchive(), session: UserSession(user: "fake \(session.user)"))
      }) {
        RoutableService(.inbox)
        Scoped(to: UserSession.self)
      }
    })
  func `an override keeps the scope open`() throws { #expect(try sessionInbox().user == "fake test") }

  @Test func `the scope closes after the test`() async throws {
    let seen = Lock<Registry?>(nil)
    try await run(ScopeTrait.scope(WebRequest(path: "/"))) { seen.withLock { $0 = Registry.current } }
    let registry = try #require(seen.withLock { $0 })
    #expect(throws: RouteError.self) { try registry.makeDestination(to: RoutableService(.inbox)) }
  }
}

@Suite("Misplaced traits")
struct MisplacedTraitTests {
  private func problem(of trait: any TestScoping) async -> RouteError? {
    await #expect(throws: RouteError.self) { try await run(trait) { Issue.record("the test ran") } }
  }

  @Test(.registry { MailModule() })
  func `a scope outside its outer scope fails the test`() async {
    #expect(await problem(of: ScopeTrait.scope(WebRequest(path: "/")))?.code == .scopeNotOpen)
  }

  @Test func `a start or a scope before the registry fails the test`() async {
    #expect(
      await problem(of: StartTrait.started)?.description == """
        the trait .started needs a registry, and no trait provides one [noRegistryInstalled]
            To fix: write .registry { … }
        """)
    #expect(
      await problem(of: ScopeTrait.scope(UserSession(user: "test")))?.description == """
        the trait .scope(UserSession(…)) needs a registry, and no earlier trait provides one [noRegistryInstalled]
            To fix: write .registry { … } before .scope(…)
        """)
  }
}
