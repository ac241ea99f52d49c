import Foundation
import Hummingbird
import Waymark

struct SessionsAddress: PageAddress {}

/// The pages of accounts: registering, logging in and out, passwords, and sessions.
struct AccountPages: Sendable {
  struct Registration: Decodable { let name, password: String }

  let storage: any NotesStorage
  let hasher: PasswordHasher
  let signIn: SignIn
  let pages: PageWriter

  func home(_ address: HomeAddress) throws -> Response { try pages.redirect(to: NotesAddress()) }

  // MARK: - Logging in and out

  func logInForm(_ address: LogInAddress) throws -> Response {
    if pages.session.user != nil { return try pages.redirect(to: HomeAddress()) }
    return try pages.page(
      "Log in", "log-in",
      [
        "name": pages.form["name"], "isOpen": pages.request.isRegistrationOpen,
        "registration": try pages.links(RegistrationAddress()),
      ])
  }

  func logIn(_ address: LogInAddress) async throws -> Response {
    let name = pages.form["name"].trimmingCharacters(in: .whitespacesAndNewlines)
    let user = try await signIn.check(name: name, password: pages.form["password"])
    let next = try Self.local(address.next ?? "") ?? pages.links(HomeAddress())
    return try await signIn.redirect(to: next, for: user)
  }

  func logOut(_ address: LogOutAddress) async throws -> Response {
    _ = try await storage.perform(CloseSession(key: pages.request.secret.key))
    return try await signIn.redirect(to: pages.links(LogInAddress()), for: nil)
  }

  /// Returns a path on this server, or nil for a link that leads elsewhere.
  static func local(_ link: String) -> String? {
    let isPlain = link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    return link.hasPrefix("/") && !link.hasPrefix("//") && isPlain ? link : nil
  }

  // MARK: - Registering

  func registrationForm(_ address: RegistrationAddress) async throws -> Response {
    if pages.session.user != nil { return try pages.redirect(to: HomeAddress()) }
    try await checkThatRegistrationIsOpen()
    return try pages.page(
      "Register", "registration", ["name": pages.form["name"], "logIn": try pages.links(LogInAddress())])
  }

  func register(_ address: RegistrationAddress) async throws -> Response {
    try await checkThatRegistrationIsOpen()
    let name = try Limits.line(pages.form["name"], "name", Limits.name)
    try Limits.check(password: pages.form["password"])
    try signIn.attempt()
    let hash = try await hasher.hash(pages.form["password"])
    let user = try await storage.perform(AddAccount(name: name, passwordHash: hash))
    return try await signIn.redirect(to: pages.links(HomeAddress()), for: user)
  }

  private func checkThatRegistrationIsOpen() async throws {
    guard !pages.request.isRegistrationOpen, try await !storage.perform(ListUsers()).isEmpty else { return }
    throw HTTPError(.forbidden, message: "Registration is closed. Ask the administrator for an account.")
  }

  // MARK: - The account

  private func user() throws -> User { try Member(session: pages.session).user }

  func account(_ address: AccountAddress) throws -> Response {
    let name = try user().name
    return try pages.page(name, "account", ["name": name, "sessions": try pages.links(SessionsAddress())])
  }

  func changePassword(_ address: AccountAddress) async throws -> Response {
    try Limits.check(password: pages.form["new-password"])
    let user = try await signIn.check(name: try user().name, password: pages.form["password"])
    let hash = try await hasher.hash(pages.form["new-password"])
    _ = try await storage.perform(SetPassword(hash: hash, user: user.id))
    let link = try pages.links(AccountAddress(), notice: .passwordChanged)
    return try await signIn.redirect(to: link, for: user)
  }

  func endSessions(_ address: SessionsAddress) async throws -> Response {
    _ = try await storage.perform(CloseSessions(user: try user().id))
    return try await signIn.redirect(to: pages.links(LogInAddress()), for: nil)
  }

  // MARK: - Sessions of programs

  struct TokenAddress: PageAddress {}

  func openSession(_ address: TokenAddress) async throws -> Response {
    let logIn = try await pages.request.json(as: Registration.self)
    let user = try await signIn.check(name: logIn.name, password: logIn.password)
    return try .json(["token": try await signIn.open(for: user).token], .created)
  }

  func closeSession(_ address: TokenAddress) async throws -> Response {
    _ = try user()
    _ = try await storage.perform(CloseSession(key: pages.request.secret.key))
    return Response(status: .noContent)
  }
}
