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
      let accounts = try application.registry.makeDestination(to: \.accountStorage)
      let hashes = try await [accounts.credentials(name: "ann"), accounts.credentials(name: "bob")]
        .compactMap(\.?.passwordHash)
      #expect(hashes.count == 2)
      #expect(hashes.allSatisfy { $0.hasPrefix("scrypt$2$1$") && !$0.contains("password") })
      #expect(hashes[0] != hashes[1])
    }
  }

  @Test func theUsualCostIsOneThatOWASPRecommends() throws {
    let registry = try Registry { NotesServerApplication(storage: .folder(.temporaryDirectory)) }
    let cost = try registry.makeDestination(to: \.passwordCost)
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

  @Test func theStorageDoesNotKnowTheSecretsOfSessions() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let token = try #require(await browser.cookies["session"])
      let accounts = try application.registry.makeDestination(to: \.accountStorage)
      #expect(try await accounts.session(key: token) == nil)
      let key = try #require(SessionSecret(cookie: token)).key
      #expect(try await accounts.session(key: key)?.user.name == "ann")
    }
  }

  @Test(arguments: ["", "wrong", "another session's"])
  func aFormWithoutTheTokenOfTheSessionIsRefused(_ token: String) async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      try await browser.open("/folders")
      let page = try await browser.post("/folders", ["name": "Garden", "form-token": token])
      #expect(page.status == .forbidden)
      #expect(page.main.contains("The form is too old."))
      #expect(try await browser.open("/folders").main.contains("There are no folders yet."))
    }
  }

  @Test func jsonWithACookieNeedsTheTokenToo() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let json = #"{"name": "Garden"}"#
      let without = try await browser.send(
        .post, "/api/folders", fields: [.contentType: "application/json"], body: json)
      #expect(without.status == .forbidden)
      try await browser.open("/folders")
      let token = try #require(await browser.page.forms.last?.fields["form-token"])
      let name = try #require(HTTPField.Name("X-Form-Token"))
      let with = try await browser.send(
        .post, "/api/folders", fields: [.contentType: "application/json", name: token], body: json)
      #expect(with.status == .created)
    }
  }

  @Test(arguments: ["/notes", "/login", "/missing", "/admin"])
  func everyPageRestrictsWhatBrowsersDo(_ path: String) async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let page = try await browser.send(.get, path)
      #expect(
        page.fields[.contentSecurityPolicy]
          == "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
          + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
      #expect(page.fields[.xContentTypeOptions] == "nosniff")
      #expect(page.fields[.cacheControl] == "no-store")
      #expect(page.text.firstMatch(of: #/<script(?![^>]* src=)|<style|\son[a-z]+=|style=/#) == nil)
    }
  }

  @Test func nobodySeesOrChangesAnothersNotes() async throws {
    try await withApplication { application in
      let ann = try await application.browser(registering: "ann")
      let note = try await ann.addNote("Secret", "of ann")
      try await ann.open("/folders")
      try await ann.submit(["name": "Hidden"])
      let folder = await ann.page.path
      let bob = try await application.browser(registering: "bob")
      let own = try await bob.addNote("Mine", "of bob")

      for path in [note, "\(note)/delete", "/api\(note)", folder, "\(folder)/settings", "\(folder)?page=1"] {
        let page = try await bob.send(.get, path)
        #expect(page.status == .notFound, "\(path)")
        #expect(!page.text.contains("Secret") && !page.text.contains("Hidden"))
      }
      // The answers are the same as those about what doesn't exist.
      let missing = try await bob.open("/notes/\(RandomID.make())")
      #expect(try await bob.open(note).main == missing.main)

      let form = try #require(try await bob.open(own).forms.last)
      for (path, fields) in [
        (note, ["title": "Taken"]), ("\(note)/delete", [:]), ("\(note)/share", [:]),
        ("\(folder)/settings", ["action": "delete"]),
        ("/notes/new", ["id": String(note.dropFirst(7)), "title": "Taken", "version": "0"]),
      ] {
        _ = try await bob.post(path, form.fields.merging(fields) { $1 })
      }
      #expect(try await bob.open("/search?words=secret").main.contains("0 notes"))
      #expect(try await bob.open("/shared").main.contains("You share no notes."))
      #expect(try await ann.open(note).main.contains("of ann</textarea>"))
      #expect(try await ann.open(folder).status == .ok)
      #expect(try await ann.open("/shared").main.contains("You share no notes."))
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

  @Test func passwordsCannotBeTriedAsOftenAsOneLikes() async throws {
    try await withApplication { application in
      _ = try await application.browser(registering: "ann")
      let browser = application.browser()
      var statuses: [Int] = []
      for _ in 0..<12 {
        try await browser.open("/login")
        statuses.append(
          try await browser.submit(["name": "ann", "password": "a wrong one"], action: "/login").status.code)
      }
      #expect(statuses.first == 403)
      #expect(statuses.last == 429)
      #expect(await browser.page.problem?.hasPrefix("Too many attempts. Try again in ") == true)
      // Nor with the right one.
      try await browser.submit(["name": "ann", "password": "a good password"], action: "/login")
      #expect(await browser.page.status == .tooManyRequests)
    }
  }

  @Test func changesAreLimited() async throws {
    var settings = WebSettings()
    settings.changes = 3
    try await withApplication(settings: settings) { application in
      let browser = try await application.browser(registering: "ann")
      var statuses: [Int] = []
      for number in 1...5 {
        try await browser.open("/folders")
        statuses.append(try await browser.submit(["name": "\(number)"]).status.code)
      }
      #expect(statuses.contains(429))
      #expect(statuses.first == 200)
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
}
