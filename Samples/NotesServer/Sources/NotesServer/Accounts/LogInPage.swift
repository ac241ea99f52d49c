import Foundation
import HTTPTypes
import Hummingbird

/// The form for logging in.
struct LogInPage: Page {
  static let access = Access.everybody
  static let methods: [HTTPRequest.Method] = [.get, .post]
  let address: LogInAddress
  let signIn: SignIn
  let session: Session
  let pages: PageWriter

  func get() async throws -> Response {
    if session.user != nil { return .redirect(to: try pages.links(HomeAddress())) }
    return try page(next: address.next ?? "", problem: nil)
  }

  func post() async throws -> Response {
    let form = pages.form
    do {
      let name = form["name"].trimmingCharacters(in: .whitespacesAndNewlines)
      let user = try await signIn.check(name: name, password: form["password"])
      let next = try Self.local(form["next"]) ?? pages.links(HomeAddress())
      return signIn.redirect(to: next, with: try await signIn.open(for: user))
    } catch {
      return try page(next: form["next"], problem: try .ofForm(error))
    }
  }

  private func page(next: String, problem: HTTPError?) throws -> Response {
    try pages.page(
      "Log in", "log-in",
      [
        "action": try pages.links(LogInAddress()), "name": pages.form["name"],
        "next": Self.local(next) ?? "", "isOpen": signIn.settings.isRegistrationOpen,
        "registration": try pages.links(RegistrationAddress()),
      ],
      problem: problem)
  }

  /// Returns a path on this server, or nil for a link that leads elsewhere.
  static func local(_ link: String) -> String? {
    let isLocal =
      link.hasPrefix("/") && !link.hasPrefix("//")
      && link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    return isLocal ? link : nil
  }
}
