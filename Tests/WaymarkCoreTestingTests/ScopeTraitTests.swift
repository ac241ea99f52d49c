import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

private func sessionInbox() throws -> any Inbox { try Router.makeDestination(to: RoutableService(.inbox)) }

@Suite("Scopes of tests", .registry { MailModule() }, .scope(UserSession(user: "test")))
struct ScopeTraitTests {
  @Test(arguments: 0..<3) func `each case has its own scope`(number: Int) async throws {
    let registry = Registry.current
    let inbox = try sessionInbox()
    #expect(inbox.user == "test")
    #expect(try sessionInbox() === inbox)
    #expect(isFirstUse(of: inbox), "the inbox of another case was found")
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

/// A test that doesn't run can't fail, so this one has no traits itself.
@Suite("Traits around a test")
struct TraitsAroundATestTests {
  private static let all: [any TestScoping] = [
    RegistryTrait.registry {}, RegistryTrait.overriding {}, ScopeTrait.scope(UserSession(user: "test")),
    StartTrait.started, LeakTrait.noLeaks,
  ]

  @Test(arguments: all.indices) func `a trait runs the test once`(index: Int) async throws {
    let count = Lock(0)
    try await run(RegistryTrait.registry {}, Self.all[index]) { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 1)
  }

  /// The trait of the test's own registry is applied later than the ones in the detached task, which has no registry.
  @Test(.registry {}, arguments: [true, false])
  func `a test doesn't run if a trait is in front of its registry's`(isScope: Bool) async throws {
    let trait: any TestScoping =
      isScope ? ScopeTrait.scope(UserSession(user: "test")) : RegistryTrait.overriding {}
    let order =
      isScope
      ? "the trait .scope(UserSession(…)) needs a registry, and no earlier trait provides one"
      : "the trait .overriding overrides nothing of the test, because the trait .registry follows it"
    let (test, testCase) = (try #require(Test.current), Test.Case.current)
    try await Task.detached {
      try await withKnownIssue {
        try await trait.provideScope(for: test, testCase: testCase) { Issue.record("it ran") }
      } matching: { issue in
        "\(issue.error.map { "\($0)" } ?? issue.comments.map(\.rawValue).joined())".contains(order)
      }
    }.value
  }

  private func problem(of trait: any TestScoping) async -> RouteError? {
    await #expect(throws: RouteError.self) { try await run(trait) { Issue.record("the test ran") } }
  }

  @Test(.registry { MailModule() })
  func `a scope outside its outer scope fails the test`() async {
    #expect(await problem(of: ScopeTrait.scope(WebRequest(path: "/")))?.code == .scopeNotOpen)
  }

  @Test func `a start or a scope without a registry fails the test`() async {
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
