import HTTPTypes
import PageKit
import ServerInterfaces
import Synchronization
import Testing
import Waymark
import WaymarkTesting

@testable import Accounts
@testable import WebServer

/// The accounts module, a screen for visitors, whose token the web module would declare, and a count.
private struct GatedAccounts: RouteModule {
  var routes: Routes {
    AccountsModule()
    Route(HashCount.init) {
      Service(.hashCount)
      Singleton()
    }
    Route(Visit.init(attempt:), configuration: { VisitAttempt() }) { ViewModule(.visit) }
  }
}

/// What the accounts module needs, with passwords that hardly take any work.
private struct AccountsSurroundings: RouteModule {
  var routes: Routes {
    PageSurroundings()
    Route(MemoryAccounts.init) {
      Service(.accountStorage)
      Singleton()
    }
    Route(CookiePolicy.self) {
      Service(.cookiePolicy)
    } make: {
      CookiePolicy(isSecure: false)
    }
    Route(LogInLimiter.self) {
      Service(.logInLimiter)
      Singleton()
    } make: {
      LogInLimiter(perSecond: 0.001)
    }
    Route(PasswordHasher.init(counting:)) {
      Service(.passwordHasher)
      Singleton()
    }
  }
}

/// The number of keys that were derived from passwords.
private final class HashCount: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}

extension RoutableService<HashCount> { fileprivate static var hashCount: Self { declared() } }

extension PasswordHasher {
  fileprivate convenience init(counting count: HashCount) {
    self.init(cost: PasswordCost(rounds: 2, passes: 1)) { password, salt, cost in
      count.add()
      return try PasswordHasher.scrypt(password, salt, cost)
    }
  }
}

@Suite("The accounts module alone", .registry(isolating: GatedAccounts()))
struct AccountsModuleTests {
  @Test func itSaysWhichStorageItNeeds() async {
    let error = await #expect(throws: RouteError.self) {
      try await Registry.current.withScope(Session.visitor) {
        try await Registry.current.answer(.post, "/api/session", json: "{}")
      }
    }
    #expect(
      message(of: error) == """
        Service<any AccountStorage> and Service<CookiePolicy> are not implemented, because the module is isolated; \
        SessionResource (…) needs them [unimplemented]
            while making any AccountStorage (…), needed by SessionResource (…)
            To fix: provide them with .overriding { … }
        """)
  }

  @Test func itContributesTheTemplatesAndThePublicPages() throws {
    #expect(Registry.current.keys(of: .templates) == ["log-in", "registration"])
    #expect(
      try Registry.current.makeDestinations(of: .publicPages).map(\.pattern) == [
        "/login", "/register", "/api/session",
      ])
  }

  @Suite("with fakes of what it needs", .overriding { AccountsSurroundings() }, .scope(Session.visitor))
  struct FilledTests {
    private let accounts: MemoryAccounts
    private let hashes: HashCount

    init() throws {
      accounts = try #require(try Router.makeDestination(to: .accountStorage) as? MemoryAccounts)
      hashes = try Router.makeDestination(to: .hashCount)
    }

    private func register() async throws -> Page {
      try await Registry.current.answer(.post, "/register", ["name": "ann", "password": "a good password"])
    }

    private func logIn(_ name: String, _ password: String, from client: String = "") async throws -> Page {
      try await Registry.current.answer(
        .post, "/login", ["name": name, "password": password], client: client)
    }

    @Test func aPasswordOpensASessionIfItMatchesTheHash() async throws {
      let page = try await register()
      #expect(page.status == .seeOther)
      #expect(page.fields[.location] == "/")
      #expect(page.fields[.setCookie]?.hasPrefix("session=") == true)
      let hash = try #require(accounts.credentials(name: "ann")?.passwordHash)
      #expect(hash.hasPrefix("scrypt$2$1$"))

      let hasher = try Router.makeDestination(to: .passwordHasher)
      #expect(try await hasher.matches("a good password", hash))
      #expect(try await !hasher.matches("a good passwort", hash))
      #expect(try await hasher.hash("a good password") != hash)

      #expect(try await logIn("ann", "a good password").status == .seeOther)
      #expect(accounts.sessions.count == 2)
      let wrong = try await logIn("ann", "a wrong password")
      #expect(wrong.status == .forbidden)
      #expect(wrong.problem == "The name or the password is wrong.")
      #expect(accounts.sessions.count == 2)
    }

    @Test func aWrongNameTakesTheWorkOfAWrongPassword() async throws {
      _ = try await register()
      let before = hashes.value
      #expect(try await logIn("ann", "a wrong password").status == .forbidden)
      #expect(hashes.value == before + 1)
      #expect(try await logIn("nobody", "a wrong password").status == .forbidden)
      #expect(hashes.value == before + 2)
    }

    @Test func attemptsAreLimitedForEachClientAndForEachName() async throws {
      for number in 1...10 { #expect(try await logIn("name \(number)", "x", from: "1").status == .forbidden) }
      #expect(try await logIn("name 11", "x", from: "1").status == .tooManyRequests)
      for number in 2...11 {
        #expect(try await logIn("ann", "x", from: "\(number)").status == .forbidden)
      }
      let page = try await logIn("ANN", "x", from: "12")
      #expect(page.status == .tooManyRequests)
      #expect(page.problem?.wholeMatch(of: #/Too many attempts\. Try again in [0-9]+ seconds\./#) != nil)
    }

    @Test func theGateShowsVisitorsPublicPagesOnly() async throws {
      func reply(_ message: Message, isPublic: Bool) async throws -> Reply? {
        try await Registry.current.withScope(PageKit.Request(message)) {
          try await VisitGate.reply(
            to: message, pattern: "/page", isPublic: isPublic, in: Registry.current)
        }
      }
      #expect(try await reply(Message(.get, "/page"), isPublic: true) == nil)
      let refused = try await reply(Message(.get, "/page"), isPublic: false)
      #expect(refused?.status == .seeOther)
      #expect(refused?.fields[.location] == "/login?/page")
      // A form isn't sent again after the log-in.
      let form = try await reply(Message(.post, "/page"), isPublic: false)
      #expect(form?.fields[.location] == "/login")
      await #expect(throws: PageProblem(.unauthorized, "Log in first.")) {
        try await reply(Message(.get, "/page", fields: [.accept: "application/json"]), isPublic: false)
      }
    }
  }
}
