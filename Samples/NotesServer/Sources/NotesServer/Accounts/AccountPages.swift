import Foundation
import Hummingbird
import Waymark

struct SessionsAddress: PageAddress {}
struct TokenAddress: PageAddress {}

struct AccountPages: Sendable {
  /// The time after which a session expires, in seconds.
  private static let lifetime = 14 * 24 * 60 * 60

  struct Registration: Decodable { let name, password: String }

  let storage: any NotesStorage
  let hasher: PasswordHasher
  let limiter: RateLimiter
  let pages: PageWriter

  func home(_ address: HomeAddress) throws -> Response { try pages.redirect(to: NotesAddress()) }

  func logInForm(_ address: LogInAddress) throws -> Response {
    if pages.request.session != nil { return try pages.redirect(to: HomeAddress()) }
    return try pages.page("Log in", "log-in")
  }

  func logIn(_ address: LogInAddress) async throws -> Response {
    let name = pages.form["name"].trimmingCharacters(in: .whitespacesAndNewlines)
    let user = try await check(name: name, password: pages.form["password"])
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
    return link.hasPrefix("/") && !link.hasPrefix("//") && isPlain ? link : nil
  }

  func registrationForm(_ address: RegistrationAddress) async throws -> Response {
    if pages.request.session != nil { return try pages.redirect(to: HomeAddress()) }
    try await checkThatRegistrationIsOpen()
    return try pages.page("Register", "registration")
  }

  func register(_ address: RegistrationAddress) async throws -> Response {
    try await checkThatRegistrationIsOpen()
    let name = try Limits.line(pages.form["name"], "name", Limits.name)
    try Limits.check(password: pages.form["password"])
    try attempt()
    let hash = try await hasher.hash(pages.form["password"])
    let user = try await storage.perform(AddAccount(name: name, passwordHash: hash))
    return try await redirect(to: pages.links(HomeAddress()), for: user)
  }

  private func checkThatRegistrationIsOpen() async throws {
    guard !pages.request.isRegistrationOpen, try await !storage.perform(ListUsers()).isEmpty else { return }
    throw HTTPError(.forbidden, message: "Registration is closed. Ask the administrator for an account.")
  }

  func account(_ address: AccountAddress) throws -> Response {
    try pages.page(try pages.user.name, "account", ["sessions": try pages.links(SessionsAddress())])
  }

  func changePassword(_ address: AccountAddress) async throws -> Response {
    try Limits.check(password: pages.form["new-password"])
    let user = try await check(name: try pages.user.name, password: pages.form["password"])
    let hash = try await hasher.hash(pages.form["new-password"])
    try await storage.perform(SetPassword(hash: hash, user: user.id))
    let link = try pages.links(AccountAddress(), notice: .passwordChanged)
    return try await redirect(to: link, for: user)
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

  /// Counts an attempt of the client, and of a name, or throws an error with the status 429 after too many.
  private func attempt(name: String? = nil) throws {
    try limiter.take("client \(pages.request.client)", for: "attempts")
    if let name { try limiter.take("name \(name.lowercased())", for: "attempts") }
  }

  /// Returns the user with a name and a password, or throws an error if they don't belong together.
  private func check(name: String, password: String) async throws -> User {
    try attempt(name: name)
    let credentials = try await storage.perform(FindCredentials(name: name))
    guard password.utf8.count <= Limits.password.upperBound,
      try await hasher.matches(password, credentials?.passwordHash), let credentials
    else { throw HTTPError(.forbidden, message: "The name or the password is wrong.") }
    return credentials.user
  }

  private func open(for user: User) async throws -> SessionSecret {
    let secret = SessionSecret()
    let expiry = Date(timeIntervalSinceNow: Double(Self.lifetime))
    try await storage.perform(OpenSession(key: secret.key, user: user.id, expiry: expiry))
    return secret
  }

  /// Returns a response that sends the browser to a page, with a new session for a user, or without one.
  private func redirect(to link: String, for user: User?) async throws -> Response {
    var response = Response.redirect(to: link)
    var secret: SessionSecret?
    if let user { secret = try await open(for: user) }
    response.setCookie(Cookie("session", secret, for: Self.lifetime, isSecure: pages.request.isSecure))
    return response
  }
}
