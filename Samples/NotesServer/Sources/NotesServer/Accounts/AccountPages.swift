import Foundation
import Hummingbird
import Waymark

struct SessionsAddress: PageAddress {}
struct TokenAddress: PageAddress {}

struct AccountPages: Sendable {
  private static let lifetime = 14 * 24 * 60 * 60  // The seconds until a session expires.
  struct Registration: Decodable { let name, password: String }

  let storage: any NotesStorage
  let hasher: PasswordHasher
  let limiter: LogInLimiter
  let pages: PageWriter

  func home(_ address: HomeAddress) throws -> Response { try pages.redirect(to: NotesAddress()) }

  func logInForm(_ address: LogInAddress) throws -> Response {
    if pages.request.session != nil { return try pages.redirect(to: HomeAddress()) }
    return try pages.page("Log in", "log-in")
  }

  func logIn(_ address: LogInAddress) async throws -> Response {
    let user = try await check(name: pages.form["name"], password: pages.form["password"])
    let next = try Self.local(address.next ?? "") ?? pages.links(HomeAddress())
    return try await redirect(to: next, for: user)
  }

  func logOut(_ address: LogOutAddress) async throws -> Response {
    try await storage.perform(CloseSession(key: pages.request.secret.key))
    return try await redirect(to: pages.links(LogInAddress()), for: nil)
  }

  /// Returns a path on this server, or nil for a link that leads elsewhere.
  static func local(_ link: String) -> String? {
    let isPlain = link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    return isPlain && link.hasPrefix("/") && !link.hasPrefix("//") ? link : nil
  }

  func registrationForm(_ address: RegistrationAddress) async throws -> Response {
    if pages.request.session != nil { return try pages.redirect(to: HomeAddress()) }
    try await checkThatRegistrationIsOpen()
    return try pages.page("Register", "registration")
  }

  func register(_ address: RegistrationAddress) async throws -> Response {
    try await checkThatRegistrationIsOpen()
    let name = try Limits.name(pages.form["name"])
    try Limits.check(password: pages.form["password"])
    try limiter.attempt(nil, by: pages.request.client)
    let hash = try await hasher.hash(pages.form["password"])
    // The storage decides who is the first, because several may register at the same time.
    let user = try await storage.perform(
      AddAccount(name: name, passwordHash: hash, isFirstOnly: !pages.request.isRegistrationOpen))
    let credentials = Credentials(user: user, passwordHash: hash)
    return try await redirect(to: pages.links(HomeAddress()), for: credentials)
  }

  private func checkThatRegistrationIsOpen() async throws {
    guard !pages.request.isRegistrationOpen, try await !storage.perform(ListUsers()).isEmpty else { return }
    throw StorageProblem.closed
  }

  func account(_ address: AccountAddress) throws -> Response {
    try pages.page(try pages.user.name, "account", ["sessions": try pages.links(SessionsAddress())])
  }

  func changePassword(_ address: AccountAddress) async throws -> Response {
    try Limits.check(password: pages.form["new-password"])
    let (user, old) = (try pages.user, pages.form["password"])
    // Nobody else has the session, so the attempts of others with the name don't count.
    let session = "session \(pages.request.secret.key)"
    let credentials = try await check(name: user.name, password: old, countingFor: session)
    let hash = try await hasher.hash(pages.form["new-password"])
    try await storage.perform(SetPassword(hash: hash, old: credentials.passwordHash, user: user.id))
    let link = try pages.links(AccountAddress(), notice: .passwordChanged)
    return try await redirect(to: link, for: Credentials(user: user, passwordHash: hash))
  }

  func endSessions(_ address: SessionsAddress) async throws -> Response {
    try await storage.perform(CloseSessions(user: try pages.user.id))
    return try await redirect(to: pages.links(LogInAddress()), for: nil)
  }

  func openSession(_ address: TokenAddress) async throws -> Response {
    let logIn = try await pages.request.json(as: Registration.self)
    let user = try await check(name: logIn.name, password: logIn.password)
    return try .json(["token": try await open(for: user).token], .created)
  }

  func closeSession(_ address: TokenAddress) async throws -> Response {
    _ = try pages.user
    try await storage.perform(CloseSession(key: pages.request.secret.key))
    return Response(status: .noContent)
  }

  /// Returns the account with a name and a password, or throws an error if they don't belong together.
  private func check(
    name: String, password: String, countingFor key: String? = nil
  ) async throws -> Credentials {
    let name = try Limits.label(name)
    let client = pages.request.client
    try limiter.attempt(key ?? name, by: client)
    let credentials = try await storage.perform(FindCredentials(name: name))
    guard password.utf8.count <= Limits.password.upperBound,
      try await hasher.matches(password, credentials?.passwordHash), let credentials
    else { throw StorageProblem.wrongPassword }
    limiter.succeed(name, by: client)
    return credentials
  }

  private func open(for account: Credentials) async throws -> SessionSecret {
    let secret = SessionSecret()
    let expiry = Date(timeIntervalSinceNow: Double(Self.lifetime))
    let hash = account.passwordHash
    try await storage.perform(
      OpenSession(key: secret.key, user: account.user.id, passwordHash: hash, expiry: expiry))
    return secret
  }

  /// Returns a response that sends the browser to a page, with a new session of an account, or without one.
  private func redirect(to link: String, for account: Credentials?) async throws -> Response {
    var response = Response.redirect(to: link)
    var secret: SessionSecret?
    if let account {
      secret = try await open(for: account)
      // The browser forgets the session of an earlier log-in.
      if pages.request.session != nil {
        try await storage.perform(CloseSession(key: pages.request.secret.key))
      }
    }
    response.setCookie(Cookie("session", secret, for: Self.lifetime, isSecure: pages.request.isSecure))
    return response
  }
}
