import HTTPTypes
import Hummingbird

/// The form for a new account.
struct RegistrationPage: Page {
  static let access = Access.everybody
  static let methods: [HTTPRequest.Method] = [.get, .post]
  let address: RegistrationAddress
  let storage: any NotesStorage
  let hasher: PasswordHasher
  let signIn: SignIn
  let settings: SiteSettings
  let session: Session
  let pages: PageWriter

  func get() async throws -> Response {
    if session.user != nil { return .redirect(to: try pages.links(HomeAddress())) }
    try await checkIsOpen()
    return try page(problem: nil)
  }

  func post() async throws -> Response {
    try await checkIsOpen()
    do {
      let (name, password) = (
        try Limits.line(pages.form["name"], "name", Limits.name), pages.form["password"]
      )
      try Limits.check(password: password)
      try signIn.attempt()
      let user = try await storage.perform(
        AddAccount(name: name, passwordHash: try await hasher.hash(password)))
      return signIn.redirect(to: try pages.links(HomeAddress()), with: try await signIn.open(for: user))
    } catch {
      return try page(problem: try .ofForm(error))
    }
  }

  private func checkIsOpen() async throws {
    if settings.isRegistrationOpen { return }
    guard try await storage.perform(ListUsers()).isEmpty else {
      throw HTTPError(.forbidden, message: "Registration is closed. Ask the administrator for an account.")
    }
  }

  private func page(problem: HTTPError?) throws -> Response {
    try pages.page(
      "Register", "registration",
      [
        "action": try pages.links(RegistrationAddress()), "name": pages.form["name"],
        "logIn": try pages.links(LogInAddress()),
      ],
      problem: problem)
  }
}
