import HTTPTypes
import Hummingbird

/// The page that changes the password.
struct AccountPage: Page {
  static let methods: [HTTPRequest.Method] = [.get, .post]
  let address: AccountAddress
  let storage: any NotesStorage
  let member: Member
  let hasher: PasswordHasher
  let signIn: SignIn
  let pages: PageWriter

  func get() async throws -> Response { try page(problem: nil) }

  func post() async throws -> Response {
    do {
      try Limits.check(password: pages.form["new-password"])
      let user = try await signIn.check(name: member.user.name, password: pages.form["password"])
      let hash = try await hasher.hash(pages.form["new-password"])
      _ = try await storage.perform(SetPassword(hash: hash, user: user.id))
      return signIn.redirect(
        to: try pages.links(AccountAddress(notice: .passwordChanged)),
        with: try await signIn.open(for: user))
    } catch {
      return try page(problem: try .ofForm(error))
    }
  }

  private func page(problem: HTTPError?) throws -> Response {
    try pages.page(
      member.user.name, "account",
      [
        "name": member.user.name, "action": try pages.links(AccountAddress()),
        "sessions": try pages.links(SessionsAddress()),
      ],
      notice: address.notice, problem: problem)
  }
}

/// The end of all sessions of the user.
struct SessionsAddress: PageAddress {}

struct SessionsPage: Page {
  static let methods: [HTTPRequest.Method] = [.post]
  let address: SessionsAddress
  let storage: any NotesStorage
  let member: Member
  let signIn: SignIn
  let links: Links

  func post() async throws -> Response {
    _ = try await storage.perform(CloseSessions(user: member.user.id))
    return signIn.redirect(to: try links(LogInAddress()), with: nil)
  }
}
