import Accounts
import Foundation
import HTTPTypes
import NotesServer
import PageKit
import ServerInterfaces
import Testing
import Waymark
import WebServer

/// What the application refuses, and what it keeps from others.
@Suite struct SecurityTests {
  @Test func passwordsAreKeptAsHashesOfTheirOwn() async throws {
    try await withApplication { application in
      _ = try await application.browser(registering: "ann", password: "the same password")
      _ = try await application.browser(registering: "bob", password: "the same password")
      let accounts = try application.registry.makeDestination(to: .accountStorage)
      let hashes = try await [accounts.credentials(name: "ann"), accounts.credentials(name: "bob")]
        .compactMap(\.?.passwordHash)
      #expect(hashes.count == 2)
      #expect(hashes.allSatisfy { $0.hasPrefix("scrypt$2$1$") && !$0.contains("password") })
      #expect(hashes[0] != hashes[1])
    }
  }

  @Test func theUsualCostIsOneThatOWASPRecommends() throws {
    let registry = try Registry { NotesServerApplication(storage: .folder(.temporaryDirectory)) }
    let cost = try registry.makeDestination(to: .passwordCost)
    #expect(cost.rounds == 16_384)
    #expect(cost.passes == 5)
  }

  @Test func cookiesAreKeptFromScriptsAndOtherSites() async throws {
    var settings = WebSettings()
    settings.isSecure = true
    try await withApplication(settings: settings) { application in
      let browser = application.browser()
      let visitor = try await browser.open("/login")
      let form = try #require(visitor.forms.last)
      #expect(
        visitor.fields[.setCookie]?.hasSuffix("; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure")
          == true)
      try await browser.open("/register")
      let registered = try await browser.post(
        "/register", form.fields.merging(["name": "ann", "password": "a good password"]) { $1 })
      let cookie = try #require(registered.fields[.setCookie])
      #expect(
        cookie.wholeMatch(
          of: #/session=[A-Za-z0-9_-]{33}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure/#) != nil)
      #expect(registered.fields[.strictTransportSecurity] == "max-age=31536000")
    }
  }

  @Test func identifiersAndLinksCannotBeGuessed() async throws {
    let identifiers = Set((0..<10_000).map { _ in RandomID.make() })
    #expect(identifiers.count == 10_000)
    #expect(identifiers.allSatisfy { $0.count == 22 })
    // Each of the 64 characters is at each place about 156 times.
    for place in 0..<22 {
      let counts = Dictionary(grouping: identifiers) { Array($0)[place] }.mapValues(\.count)
      #expect(counts.count == 64)
      #expect(counts.values.allSatisfy { (70...260).contains($0) })
    }
  }

  @Test func onlyAdministratorsLearnThatThereIsAnAdministration() async throws {
    try await withApplication { application in
      let first = try await application.browser(registering: "ann")
      #expect(try await first.open("/admin").main.contains("<li>NotesDatabase</li>"))
      let second = try await application.browser(registering: "bob")
      #expect(await second.page.links.contains("/admin") == false)
      for path in ["/admin", "/admin/graph.svg"] { #expect(try await second.open(path).status == .notFound) }
      #expect(
        try await application.browser().send(.get, "/admin").fields[.location] == "/login?next=%2Fadmin")
    }
  }

  @Test func aLogInNeverLeadsToAnotherSite() async throws {
    try await withApplication { application in
      _ = try await application.browser(registering: "ann")
      for next in ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"] {
        let browser = application.browser()
        try await browser.open("/login")
        let form = try #require(await browser.page.forms.last)
        let page = try await browser.post(
          "/login",
          form.fields.merging(["name": "ann", "password": "a good password", "next": next]) { $1 })
        #expect(page.fields[.location] == "/")
      }
    }
  }
}
