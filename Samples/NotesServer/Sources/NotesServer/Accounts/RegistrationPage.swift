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
  let request: PageRequest
  let pages: PageWriter
  let links: Links

  func get() async throws -> Response {
    if session.user != nil { return .redirect(to: try links(HomeAddress.self)) }
    try await checkIsOpen()
    return try page(problem: nil)
  }

  func post() async throws -> Response {
    try await checkIsOpen()
    do {
      let (name, password) = (
        try Limits.line(request.form["name"], "name", Limits.name), request.form["password"]
      )
      try Limits.check(password: password)
      try signIn.attempt()
      let user = try await storage.perform(
        AddAccount(name: name, passwordHash: try await hasher.hash(password)))
      return signIn.redirect(to: try links(HomeAddress.self), with: try await signIn.open(for: user))
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
        "action": try links(RegistrationAddress.self), "name": request.form["name"],
        "logIn": try links(LogInAddress.self),
      ],
      problem: problem)
  }
}
