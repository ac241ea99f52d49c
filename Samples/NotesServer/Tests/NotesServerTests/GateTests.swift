import HTTPTypes
import NotesServer
import PageKit
import Testing
import Waymark

/// What visitors who haven't logged in can reach.
@Suite struct GateTests {
  @Test func everyPageThatIsNotPublicNeedsALogIn() async throws {
    try await withApplication { application in
      let isPublic = Set(try application.registry.makeDestinations(of: .publicPages).map(\.pattern))
      #expect(
        isPublic == [
          "/login", "/register", "/api/session", "/shared/:token", "/health", "/assets/style.css",
          "/assets/app.js", "/assets/icon.svg", "/.well-known/apple-app-site-association",
        ])
      let urls: [String] = application.registry.routes.flatMap(\.urls)
      let closed = Set(urls.filter { $0.hasPrefix("/") }).subtracting(isPublic)
      #expect(closed.count == 18)
      for pattern in closed {
        let path = pattern.replacing(#/:[a-z]+/#, with: "x")
        let page = try await application.browser().send(.get, path)
        #expect(page.status == .seeOther, "\(path)")
        #expect(
          page.fields[.location] == "/login?next=\(path.replacing("/", with: "%2F"))", "\(path)")
        #expect(page.text.isEmpty)
        for method in [.get, .post, .put, .delete] as [HTTPRequest.Method] {
          let answer = try await application.browser().send(
            method, path, fields: [.contentType: "application/json"], body: "{}")
          #expect(answer.status == .unauthorized, "\(method) \(path)")
          #expect(answer.text == #"{"problem":"Log in first."}"#)
        }
      }
    }
  }
}
