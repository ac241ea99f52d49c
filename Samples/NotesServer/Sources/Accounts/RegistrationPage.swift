import HTTPTypes
import PageKit
import ServerInterfaces

/// The form for a new account.
package struct RegistrationPage: Endpoint {
  let address: PlainAddress<PlainPage.Registration>
  let accounts: any AccountStorage
  let hasher: PasswordHasher
  let signIn: SignIn
  let session: Session
  let request: Request
  let pages: PageWriter
  let links: any Links

  package func respond() async throws -> Reply {
    switch request.message.method {
    case .get:
      if session.user != nil { return .redirect(to: links.fixed.home) }
      return try page(name: "", problem: nil)
    case .post:
      let form = request.message.form
      do {
        let user = try await register(name: form["name"], password: form["password"])
        return signIn.redirect(to: links.fixed.home, with: try await signIn.open(for: user))
      } catch {
        return try page(name: form["name"], problem: try .ofInput(error))
      }
    default: throw PageProblem.method(allowed: .get, .post)
    }
  }

  private func register(name: String, password: String) async throws -> User {
    let name = try Limits.name(name, "name")
    guard Limits.password.contains(password.count) else {
      throw PageProblem.invalid(
        "A password has \(Limits.password.lowerBound) to \(Limits.password.upperBound) characters.")
    }
    if let seconds = signIn.limiter.attempts.take("client \(request.message.client)") {
      throw PageProblem(.tooManyRequests, "Too many attempts. Try again in \(seconds) seconds.")
    }
    return try await accounts.addAccount(name: name, passwordHash: try await hasher.hash(password))
  }

  private func page(name: String, problem: PageProblem?) throws -> Reply {
    try pages.page(
      "Register", "registration",
      ["action": links.fixed.registration, "name": name, "logIn": links.logIn(next: nil)],
      problem: problem)
  }
}
