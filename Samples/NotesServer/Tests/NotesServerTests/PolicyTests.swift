import Foundation
import HTTPTypes
import NotesServer
import PageKit
import Testing

/// What browsers are told that pages may do.
@Suite struct PolicyTests {
  private static let page =
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  private static let picture = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

  private func expectPolicy(
    _ page: Page, _ policy: String = Self.page, cacheControl: String = "no-store",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(page.fields[.contentSecurityPolicy] == policy, "\(page.path)", sourceLocation: sourceLocation)
    #expect(page.fields[.xContentTypeOptions] == "nosniff", "\(page.path)", sourceLocation: sourceLocation)
    #expect(page.fields[.cacheControl] == cacheControl, "\(page.path)", sourceLocation: sourceLocation)
    let inline = page.text.firstMatch(of: #/<script(?![^>]* src=)|\son[a-z]+=|javascript:/#)
    #expect(inline == nil, "\(page.path)", sourceLocation: sourceLocation)
  }

  @Test func everyPageRestrictsWhatBrowsersDo() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let note = try await browser.addNote("Shared", "text")
      try await browser.open("\(note)/share")
      try await browser.submit()
      let shared = try await browser.page.link(startingWith: "/shared/")
      for path in ["/notes", "/login", "/missing", "/admin", note, "/search?words=a", "/%"] {
        let page = try await browser.open(path)
        expectPolicy(page)
        #expect(page.fields[Self.referrerPolicy] == "same-origin")
        #expect(page.text.firstMatch(of: #/<style|style=/#) == nil)
      }
      // The link of a shared note isn't told to other sites.
      let page = try await application.browser().open(shared)
      expectPolicy(page)
      #expect(page.fields[Self.referrerPolicy] == "no-referrer")
    }
  }

  @Test func refusalsDoToo() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let long = try await browser.send(.get, "/" + String(repeating: "x", count: Limits.target))
      #expect(long.status == .uriTooLong)
      #expect(long.text == "The link is too long.\n")
      expectPolicy(long)
      let large = try await browser.send(
        .post, "/notes/new", body: String(repeating: "x", count: Limits.body + 1))
      #expect(large.status == .contentTooLarge)
      expectPolicy(large)
      let forbidden = try await browser.post("/folders", ["name": "Garden"])
      #expect(forbidden.status == .forbidden)
      expectPolicy(forbidden)
    }
  }

  @Test func answersForProgramsDoToo() async throws {
    try await withApplication { application in
      let program = try await Program(application, "ann")
      for path in ["/api/notes", "/api/notes/missing", "/api/search?words=a", "/api/folders", "/health"] {
        let page = try await program.browser.send(
          .get, path, fields: [.authorization: "Bearer \(program.token)"])
        #expect(page.fields[.contentType] == "application/json")
        expectPolicy(page)
      }
    }
  }

  @Test func picturesMayHaveStylesAndNothingElse() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      expectPolicy(
        try await browser.open("/assets/icon.svg"), Self.picture, cacheControl: "public, max-age=300")
      guard Tool.dot.isUsable else { return }
      expectPolicy(try await browser.open("/admin/graph.svg"), Self.picture)
    }
  }

  private static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .referer
}
