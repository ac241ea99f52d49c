import HTTPTypes
import Testing

/// Requests that another site makes a browser send.
@Suite struct ForgeryTests {
  @Test(arguments: ["", "wrong", nil] as [String?])
  func aFormWithoutTheTokenOfTheSessionIsRefused(_ token: String?) async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let others = try await application.browser(registering: "bob").formToken
      let page = try await browser.post("/folders", ["name": "Garden", "form-token": token ?? others])
      #expect(page.status == .forbidden)
      #expect(
        page.main.contains(
          "The form is too old. Go back, load the page again, and send it once more."))
      // What was written isn't lost.
      #expect(page.main.contains("Garden</textarea>"))
      #expect(try await browser.open("/folders").main.contains("There are no folders yet."))
      #expect(
        try await browser.post("/folders", ["name": "Garden", "form-token": others]).status == .forbidden)
      let own = try await browser.formToken
      #expect(try await browser.post("/folders", ["name": "Garden", "form-token": own]).status == .seeOther)
    }
  }

  @Test(arguments: ["/login", "/register"]) func aVisitorsFormNeedsTheTokenOfTheVisit(_ path: String)
    async throws
  {
    try await withApplication { application in
      _ = try await application.browser(registering: "ann")
      let others = try await application.browser().formToken
      let fields = ["name": path == "/login" ? "ann" : "bob", "password": "a good password"]
      let stranger = application.browser()
      let browser = application.browser()
      _ = try await browser.formToken
      for (client, token) in [(stranger, nil), (stranger, others), (browser, nil), (browser, others)] {
        let page = try await client.post(path, fields.merging(token.map { ["form-token": $0] } ?? [:]) { $1 })
        #expect(page.status == .forbidden)
        #expect(page.fields[values: .setCookie].allSatisfy { !$0.hasPrefix("session=") })
      }
      let own = try await browser.formToken
      let page = try await browser.post(path, fields.merging(["form-token": own]) { $1 })
      #expect(page.status == .seeOther)
      #expect(await browser.cookies["session"] != nil)
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

  @Test func changesWithACookieNeedTheTokenWhateverTheirMethod() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let note = try await browser.addNote("Kept", "text")
      let token = try await browser.formToken
      let name = try #require(HTTPField.Name("X-Form-Token"))
      let json = #"{"title": "Changed", "text": "text", "version": 1}"#
      for token in [nil, "wrong"] as [String?] {
        var fields: HTTPFields = [.contentType: "application/json"]
        fields[name] = token
        #expect(try await browser.send(.put, "/api\(note)", fields: fields, body: json).status == .forbidden)
        fields[.contentType] = nil
        #expect(try await browser.send(.delete, "/api\(note)", fields: fields).status == .forbidden)
        #expect(try await browser.send(.delete, "/api/session", fields: fields).status == .forbidden)
      }
      #expect(try await browser.open(note).forms.last?.fields["title"] == "Kept")
      let fields: HTTPFields = [.contentType: "application/json", name: token]
      #expect(try await browser.send(.put, "/api\(note)", fields: fields, body: json).status == .ok)
      #expect(try await browser.send(.delete, "/api\(note)", fields: [name: token]).status == .noContent)
    }
  }
}
