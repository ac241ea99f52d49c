import Foundation
import HTTPTypes
import PageKit
import ServerInterfaces
import Testing

/// Input that can't be accepted: the answer says why, and nothing is lost.
@Suite struct BadInputTests {
  @Test func aNoteThatCannotBeSavedStaysInTheForm() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      for (title, text, problem) in [
        ("  ", "kept", "The title is empty."),
        (String(repeating: "x", count: 201), "kept", "The title has more than 200 characters."),
        ("A", "kept" + String(repeating: "y", count: 200_000), "The text has more than 200000 bytes."),
      ] {
        try await browser.open("/notes/new")
        let page = try await browser.submit(["title": title, "text": text])
        #expect(page.status == .unprocessableContent)
        #expect(page.problem == problem)
        #expect(page.forms.last?.fields["text"] == text)
        #expect(page.forms.last?.fields["title"] == title)
      }
      #expect(try await browser.open("/notes").main.contains("0 notes"))
    }
  }

  @Test(arguments: [
    "日本語 🗒️ e\u{301}", "<script>alert(1)</script>", "\"; DROP TABLE note; --", "{{{content}}} {{#notes}}",
    "\u{7}\u{FEFF}",
    "\n\n  indented\n",
  ])
  func everyTextIsKeptAsItIs(_ text: String) async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      _ = try await browser.addNote("T", text)
      #expect(await browser.page.forms.last?.fields["text"] == text)
      #expect(await browser.page.text.contains("<script>alert") == false)
    }
  }

  @Test(arguments: [
    "\"", "*", "a\"b OR c", "NEAR(", "-", "title:", "日本", "' OR 1=1", "%00",
    String(repeating: "a ", count: 99),
  ])
  func everySearchIsAnswered(_ words: String) async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      try await browser.open("/search")
      let page = try await browser.submit(["words": words], action: "/search")
      #expect(page.status == .ok)
    }
  }

  @Test(arguments: [
    ("{", 400, "The JSON can't be read: it isn't valid."),
    (#"{"text": "a"}"#, 400, "The JSON can't be read: \"title\" is missing."),
    (#"{"title": 1, "text": "a"}"#, 400, "The JSON can't be read: \"title\" has the wrong type."),
    (#"{"title": "", "text": "a"}"#, 422, "The title is empty."),
    (
      #"{"title": "a", "text": "a\u0000b"}"#, 422, "The text has the character U+0000, which can't be stored."
    ),
  ])
  func jsonThatCannotBeReadIsExplained(_ body: String, _ status: Int, _ problem: String) async throws {
    try await withApplication { application in
      let program = try await Program(application, "ann")
      let (code, answer) = try await program.send(.post, "/api/notes", body)
      #expect(code == status)
      #expect(answer["problem"] as? String == problem)
    }
  }

  @Test func namesAreChecked() async throws {
    try await withApplication { application in
      let browser = application.browser()
      for (name, password, problem) in [
        ("", "a good password", "The name is empty."),
        (String(repeating: "n", count: 41), "a good password", "The name has more than 40 characters."),
        ("a\u{7}b", "a good password", "The name has characters that can't be shown."),
        ("ann", "short", "A password has 8 to 200 characters."),
      ] {
        try await browser.open("/register")
        let page = try await browser.submit(["name": name, "password": password], action: "/register")
        #expect(page.status == .unprocessableContent)
        #expect(page.problem == problem)
        #expect(page.forms.last?.fields["name"] == name)
      }
      try await browser.register("ann", password: "a good password")
      let other = application.browser()
      try await other.open("/register")
      let page = try await other.submit(["name": "Ann", "password": "a good password"], action: "/register")
      #expect(page.status == .conflict)
      #expect(page.problem == "The name \"Ann\" is taken.")
    }
  }

  @Test func sizesAreLimited() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let body = String(repeating: "x", count: Limits.body + 1)
      let large = try await browser.send(.post, "/notes/new", body: body)
      #expect(large.status == .contentTooLarge)
      #expect(large.text == "Send at most \(Limits.body) bytes.\n")
      let long = try await browser.send(.get, "/" + String(repeating: "x", count: Limits.target))
      #expect(long.status == .uriTooLong)
    }
  }

  @Test(arguments: [
    "/nothing", "/notes/a/b/c", "/notes//", "/%", "/notes/%zz", "//evil.example/x", "/../etc/passwd",
    "/notes/\u{1F4A9}",
  ])
  func aLinkThatLeadsNowhereIsAnswered(_ path: String) async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let page = try await browser.send(.get, path)
      #expect(page.status == .notFound)
      #expect(page.text.contains("There is no such page, or it isn&#39;t yours."))
    }
  }

  @Test func aMethodThatAPageHasNotIsAnsweredWithThoseThatItHas() async throws {
    try await withApplication { application in
      let program = try await Program(application, "ann")
      let page = try await program.browser.send(
        .delete, "/api/notes", fields: [.authorization: "Bearer \(program.token)"])
      #expect(page.status == .methodNotAllowed)
      #expect(page.fields[.allow] == "GET, POST")
    }
  }
}
