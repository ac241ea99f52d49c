import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
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

  @Test(arguments: [
    ("  ", 422, "The name is empty."),
    (String(repeating: "n", count: 41), 422, "The name has more than 40 characters."),
    (" yard ", 409, "The name \"yard\" is taken."),
  ])
  func namesOfFoldersAreCheckedWhenTheyAreAddedAndRenamed(
    _ name: String, _ status: Int, _ problem: String
  ) async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      var folder = ""
      for name in ["Yard", "Garden"] {
        try await browser.open("/folders")
        folder = try await browser.submit(["name": name]).path
      }
      try await browser.open("/folders")
      let added = try await browser.submit(["name": name])
      #expect(added.status.code == status)
      #expect(added.problem == problem)
      #expect(added.forms.last?.fields["name"] == name)

      let settings = try await browser.open("\(folder)/settings")
      let form = try settings.form(with: "name", "Garden")
      let renamed = try await browser.post(form.action, form.fields.merging(["name": name]) { $1 })
      #expect(renamed.status.code == status)
      #expect(renamed.problem == problem)
      _ = try renamed.form(with: "name", name)
      let folders = try await browser.open("/folders").main
      #expect(folders.contains(">Yard</a>") && folders.contains(">Garden</a>"))
      #expect(folders.matches(of: #/<li>/#).count == 2)
    }
  }

  @Test func whatIsSearchedForIsLimited() async throws {
    try await withApplication { application in
      let program = try await Program(application, "ann")
      let words = String(repeating: "w", count: 201)
      let (status, answer) = try await program.send(.get, "/api/search?words=\(words)")
      #expect(status == 422)
      #expect(answer["problem"] as? String == "Search for at most 200 characters.")
      let browser = application.browser()
      try await browser.open("/login")
      try await browser.submit(["name": "ann", "password": "a good password"], action: "/login")
      let page = try await browser.open("/search?words=\(words)")
      #expect(page.status == .unprocessableContent)
      #expect(page.main.contains("<p>Search for at most 200 characters.</p>"))
      #expect(try await browser.open("/search?words=\(words.dropLast())").status == .ok)
    }
  }

  @Test func aProgramIsToldWhatItsChangeLacks() async throws {
    try await withApplication { application in
      let program = try await Program(application, "ann")
      let (_, note) = try await program.send(.post, "/api/notes", #"{"title": "A", "text": "kept"}"#)
      let path = "/api/notes/\(try #require(note["id"] as? String))"
      for version in ["", #", "version": 0"#, #", "version": -1"#] {
        let (status, answer) = try await program.send(.put, path, #"{"title": "B", "text": ""\#(version)}"#)
        #expect(status == 422)
        #expect(answer["problem"] as? String == "Send the version of the note that you read.")
      }
      for type in ["text/plain", "application/x-www-form-urlencoded", nil] {
        var fields: HTTPFields = [.authorization: "Bearer \(program.token)"]
        fields[.contentType] = type
        let page = try await program.browser.send(
          .put, path, fields: fields, body: #"{"title": "B", "text": "", "version": 1}"#)
        #expect(page.status == .unsupportedMediaType)
        #expect(page.text == #"{"problem":"Send the value as application/json."}"#)
      }
      #expect(try await program.send(.get, path).1["text"] as? String == "kept")
    }
  }

  @Test func bytesThatAreNotUTF8DoNoHarm() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let form = try #require(try await browser.open("/notes/new").forms.last)
      let fields = form.fields.merging(["title": "A"]) { $1 }
      let cookies = await browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
      // As escapes, and as they are.
      for bytes in [Array("%FF%C3b".utf8), [0xFF, 0xC3, UInt8(ascii: "b")]] {
        let response = try await application.client.executeRequest(
          uri: "/notes/new", method: .post,
          headers: [.contentType: "application/x-www-form-urlencoded", .cookie: cookies],
          body: ByteBuffer(bytes: Array("text=".utf8) + bytes + Array("&\(Browser.encode(fields))".utf8)))
        #expect(response.status == .seeOther)
      }
      let note = "/notes/\(try #require(fields["id"]))"
      #expect(try await browser.open(note).forms.last?.fields["text"] == "\u{FFFD}\u{FFFD}b")

      let token = try #require(await browser.cookies["session"])
      let json = try await application.client.executeRequest(
        uri: "/api/notes", method: .post,
        headers: [.contentType: "application/json", .authorization: "Bearer \(token)"],
        body: ByteBuffer(bytes: Array(#"{"title": "A", "text": ""#.utf8) + [0xFF] + Array(#""}"#.utf8)))
      #expect(json.status == .badRequest)
      #expect(String(buffer: json.body) == #"{"problem":"The JSON can't be read: it isn't valid."}"#)
    }
  }

  @Test(arguments: [
    "session=", "session=short", "session", "=", ";;;", "session=\(String(repeating: "x", count: 33))",
    "session=\(String(repeating: "é", count: 33))", "visitor=; session==; session",
    String(repeating: "a=b; ", count: 500),
  ])
  func brokenCookiesAreThoseOfAVisitor(_ cookies: String) async throws {
    try await withApplication { application in
      let fields: HTTPFields = [.cookie: cookies]
      let page = try await application.browser().send(.get, "/notes", fields: fields)
      #expect(page.status == .seeOther)
      #expect(page.fields[.location] == "/login?next=%2Fnotes")
      let logIn = try await application.browser().send(.get, "/login", fields: fields)
      #expect(logIn.status == .ok)
      #expect(logIn.fields[.setCookie]?.hasPrefix("visitor=") == true)
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
    "/notes/\u{1F4A9}", "/notes/%FF", "/notes/%C3%28/share", "/notes/%00",
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
