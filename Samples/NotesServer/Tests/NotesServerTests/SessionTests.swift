import Foundation
import HTTPTypes
import PageKit
import ServerInterfaces
import Testing
import Waymark

@testable import Notes
@testable import WebServer

/// Sessions: what's stored of them, what's kept between requests, and how they end.
@Suite struct SessionTests {
  @Test func theStorageDoesNotKnowTheSecretsOfSessions() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let token = try #require(await browser.cookies["session"])
      let accounts = try application.registry.makeDestination(to: .accountStorage)
      #expect(try await accounts.session(key: token) == nil)
      let key = try #require(SessionSecret(cookie: token)).key
      #expect(try await accounts.session(key: key)?.user.name == "ann")
    }
  }

  @Test func aSessionThatEndedStaysEnded() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let stolen = try #require(await browser.cookies["session"])
      try await browser.submit(action: "/logout")
      let thief = application.browser()
      let page = try await thief.send(.get, "/notes", fields: [.authorization: "Bearer \(stolen)"])
      #expect(page.status == .unauthorized)
    }
  }

  @Test func aSessionThatHasExpiredIsOver() async throws {
    try await withApplication { application in
      _ = try await application.browser(registering: "ann")
      let accounts = try application.registry.makeDestination(to: .accountStorage)
      let ann = try #require(try await accounts.users().first)
      for (seconds, isOpen) in [(60.0, true), (-1, false)] {
        let secret = SessionSecret()
        try await accounts.openSession(
          key: secret.key, user: ann.id, until: Date(timeIntervalSinceNow: seconds))
        #expect(try await accounts.session(key: secret.key)?.user == (isOpen ? ann : nil))
        let page = try await application.browser().send(
          .get, "/notes", fields: [.cookie: "session=\(secret.token)"])
        #expect(page.status == (isOpen ? .ok : .seeOther))
        #expect(page.fields[.location] == (isOpen ? nil : "/login?next=%2Fnotes"))
      }
    }
  }

  @Test func cookiesAreSentByHTTPTooUnlessBrowsersUseHTTPS() async throws {
    try await withApplication { application in
      let page = try await application.browser().send(.get, "/login")
      let cookie = try #require(page.fields[.setCookie])
      #expect(
        cookie.wholeMatch(
          of: #/visitor=[A-Za-z0-9_-]{33}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax/#) != nil)
      #expect(page.fields[.strictTransportSecurity] == nil)
    }
  }

  // MARK: - What's kept between requests

  private static let ann = User(id: "ann", name: "Ann", isAdministrator: false)

  @Test func whatASessionKeepsIsKeptUntilItEnds() async throws {
    try await withApplication { application in
      let sessions = SessionRegistries(application: application.registry)
      let secret = SessionSecret()
      let first = try sessions.registry(of: Self.ann, secret, key: "a")
      let notebook = try first.makeDestination(to: .notebook)
      #expect(
        try sessions.registry(of: Self.ann, secret, key: "a").makeDestination(to: .notebook) === notebook)
      #expect(
        try sessions.registry(of: Self.ann, secret, key: "b").makeDestination(to: .notebook) !== notebook)
      #expect(sessions.count == 2)

      await sessions.close(key: "a")
      #expect(sessions.count == 1)
      let error = #expect(throws: RouteError.self) { try first.makeDestination(to: .notebook) }
      #expect(error?.code == .scopeClosed)
      await sessions.close(key: "unknown")
      #expect(
        try sessions.registry(of: Self.ann, secret, key: "a").makeDestination(to: .notebook) !== notebook)
    }
  }

  @Test func aUserWhoChangedHasANewSession() async throws {
    try await withApplication { application in
      let sessions = SessionRegistries(application: application.registry)
      let secret = SessionSecret()
      let before = try sessions.registry(of: Self.ann, secret, key: "a")
      let promoted = User(id: "ann", name: "Ann", isAdministrator: true)
      let after = try sessions.registry(of: promoted, secret, key: "a")
      #expect(before.scope(Session.self)?.user?.isAdministrator == false)
      #expect(after.scope(Session.self)?.user?.isAdministrator == true)
      #expect(sessions.count == 1)
    }
  }

  @Test func ofTooManySessionsTheOldestAreForgotten() async throws {
    try await withApplication { application in
      let sessions = SessionRegistries(application: application.registry, capacity: 4)
      let secret = SessionSecret()
      func notebook(_ key: String) throws -> Notebook {
        try sessions.registry(of: Self.ann, secret, key: key).makeDestination(to: .notebook)
      }
      let oldest = try sessions.registry(of: Self.ann, secret, key: "0")
      let notebooks = try (0..<4).map { try notebook("\($0)") }
      // The first one is used again, so that it's among the youngest two.
      _ = try notebook("0")
      _ = try notebook("4")
      #expect(sessions.count == 2)
      #expect(try notebook("0") === notebooks[0])
      #expect(try notebook("1") !== notebooks[1])
      // A request in progress keeps its own.
      #expect(try oldest.makeDestination(to: .notebook) === notebooks[0])
    }
  }
}
