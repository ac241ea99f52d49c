import HTTPTypes
import PageKit
import ServerInterfaces

/// The form to log in.
package struct LogInPage: Endpoint {
  let address: LogInAddress
  let signIn: SignIn
  let session: Session
  let request: Request
  let pages: PageWriter
  let links: any Links

  package func respond() async throws -> Reply {
    switch request.message.method {
    case .get:
      if session.user != nil { return .redirect(to: links.fixed.home) }
      return try page(name: "", next: address.next ?? "", problem: nil)
    case .post:
      let form = request.message.form
      do {
        let secret = try await signIn.open(name: Limits.trim(form["name"]), password: form["password"])
        return signIn.redirect(to: Self.local(form["next"]) ?? links.fixed.home, with: secret)
      } catch {
        return try page(name: form["name"], next: form["next"], problem: try .ofInput(error))
      }
    default: throw PageProblem.method(allowed: .get, .post)
    }
  }

  private func page(name: String, next: String, problem: PageProblem?) throws -> Reply {
    try pages.page(
      "Log in", "log-in",
      [
        "action": links.logIn(next: nil), "name": name, "next": Self.local(next) ?? "",
        "registration": links.fixed.registration,
      ],
      problem: problem)
  }

  /// Returns a path on this server, or nil if a link leads elsewhere.
  static func local(_ link: String) -> String? {
    let isLocal =
      link.hasPrefix("/") && !link.hasPrefix("//")
      && link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    return isLocal ? link : nil
  }
}
