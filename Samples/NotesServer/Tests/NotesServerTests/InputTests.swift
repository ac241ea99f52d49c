import Hummingbird
import Testing

@testable import NotesServer

/// Input that can't be accepted: the answer says why, and nothing is lost.
@Suite(.application()) struct InputTests {
  private let browser: Browser
  init() async throws { browser = try await application.browser(registering: "ann") }

  @Test(arguments: [
    ("  ", "kept", "The title is empty."), ("\u{200B}\u{2060}", "kept", "The title is empty."),
    (String(repeating: "é", count: 301), "kept", "The title has more than 600 bytes."),
    ("e" + String(repeating: "\u{301}", count: 300), "kept", "The title has more than 600 bytes."),
    ("a\u{7}b", "kept", "The title has characters that can't be shown."),
    ("A", "kept" + String(repeating: "y", count: 200_000), "The text has more than 200000 bytes."),
    ("A", "a\u{0}b", "The text has the character U+0000, which can't be stored."),
  ]) func `a note that can't be saved stays in the form`(_ title: String, _ text: String, _ problem: String)
    async throws
  {
    let page = try await browser.submit(["title": title, "text": text], on: "/notes/new")
    #expect(page.status == 422 && page.problem == problem)
    #expect(page.forms.last?.fields["text"] == text && page.forms.last?.fields["title"] == title)
  }

  @Test func `every text is kept as it is`() async throws {
    for text in [
      "日本語 🗒️ e\u{301}", "<script>alert(1)</script>", "\"; DROP TABLE note; --", "{{{content}}} {{#notes}}",
      "\u{7}\u{FEFF}", "\n\n  indented\n", String(repeating: "\n", count: Limits.text),
    ] {
      // A browser sends two characters for the end of a line, of three bytes each.
      let note = try await browser.addNote("T", text.replacing("\n", with: "\r\n"))
      #expect(try await browser.open("\(note)/edit").forms.last?.fields["text"] == text)
      #expect(await browser.page.text.contains("<script>alert") == false)
    }
  }

  @Test func `every search is answered`() async throws {
    try await browser.addNote("日本 Café", "Bread")
    for (words, count) in [
      ("\"", nil), ("*", nil), ("a\"b OR c", "0"), ("NEAR(", "0"), ("-", nil), ("title:", "0"),
      ("' OR 1=1", "0"), (String(repeating: "a ", count: 99), "0"), ("日", "1"), ("cafe BRE", "1"),
      ("1x", "0"),
    ] {
      let page = try await browser.submit(["words": words], on: "/search")
      #expect(page.status == 200)
      #expect(page.main.firstMatch(of: #/>(\d+) notes?</#)?.output.1 == count.map { $0[...] }, "\(words)")
    }
    let page = try await browser.open("/search?words=\(String(repeating: "w", count: 601))")
    #expect(page.status == 422 && page.main.contains("<p>Search for at most 600 bytes.</p>"))
  }

  @Test(arguments: [
    ("", Browser.password, 422, "The name is empty."),
    (String(repeating: "n", count: 121), Browser.password, 422, "The name has more than 120 bytes."),
    ("a\u{7}b", Browser.password, 422, "The name has characters that can't be shown."),
    ("a\u{200B}b", Browser.password, 422, "The name has characters that can't be seen."),
    ("\u{3000}Ａnn", Browser.password, 409, "The name \"Ann\" is taken."),
    ("bob", "short", 422, "A password has at least 8 characters, and at most 1000 bytes."),
    ("Ann", Browser.password, 409, "The name \"Ann\" is taken."),
  ]) func `names are checked`(_ name: String, _ password: String, _ status: Int, _ problem: String)
    async throws
  {
    let page = try await application.browser().submit(["name": name, "password": password], on: "/register")
    #expect(page.status == status && page.problem == problem)
    #expect(page.forms.last?.fields["name"] == name)
    // The same holds for the names of folders, new ones and others.
    guard password == Browser.password else { return }
    for other in ["ANN", "Garden"] { try await browser.submit(["name": other], on: "/folders") }
    // Somebody else may also have the name.
    let carl = try await application.browser(registering: "carl")
    #expect(try await carl.submit(["name": "ANN"], on: "/folders").main.contains("<h1>ANN</h1>"))
    try await browser.open(try await browser.page.link(with: "/settings"))
    for path in [await browser.page.path, "/folders"] {
      #expect(try await browser.submit(["name": name], on: path).status == status)
      #expect(await browser.page.problem == problem)
      #expect(await browser.page.forms.last?.fields["name"] == name)
    }
  }

  @Test(arguments: [
    ("\u{430}nn", 422), ("\u{251}nn", 422), ("ann\u{2800}", 422), ("ann\u{FFFC}", 422), ("\u{600}ann", 422),
    ("ann\u{E000}", 422), ("\u{2800}", 422), ("an\u{3BD}", 422), ("ann\u{1C3}", 422), ("ann\u{378}", 422),
    ("\u{301}", 422), ("1\u{FE0F}", 422), ("Zoë O'Neil-Smith Jr. 2", 303), ("Анна", 303), ("山田マリー", 303),
    ("김민수", 303),
    ("Ngọc Ẹ́", 303), ("अनिता", 303),
  ]) func `the letters of a name are of one script`(_ name: String, _ status: Int) async throws {
    let visitor = application.browser()
    let form = try #require(try await visitor.open("/register").forms.last)
    let page = try await visitor.post(form, ["name": name, "password": Browser.password])
    #expect(page.status == status, "\(page.problem ?? "")")
  }

  @Test func `sizes, methods, and forms are checked`() async throws {
    let body = ByteBuffer(repeating: 120, count: Limits.body + 1)
    let large = try await browser.send(.post, "/notes/new", body: body)
    #expect(large.status == 413 && large.main.contains("<p>Send at most \(Limits.body) bytes.</p>"))
    // Only an open session may send much. A cookie isn't a session.
    let visit = ByteBuffer(repeating: 120, count: Limits.visit + 1)
    let cookie: HTTPFields = [.cookie: "session=\(String(repeating: "x", count: 33))"]
    for fields in [[:], cookie] {
      let page = try await application.browser().send(.post, "/login", fields: fields, body: visit)
      #expect(page.status == 413 && page.main.contains("To keep your text, go back"))
    }
    // A field's name as deep as the form is long.
    let deep = "a" + String(repeating: "[b]", count: 50_000)
    #expect(try await browser.post("/folders", [deep: ""]).status == 403)
    let long = try await browser.send(.get, "/" + String(repeating: "x", count: Limits.target))
    #expect(long.status == 414 && long.text == "The link is too long.\n")
    let token = try await browser.formToken
    let method = try await browser.send(.delete, "/api/notes", fields: [.formToken: token])
    #expect(method.status == 405 && method.fields[.allow] == "GET, POST")
    let broken = try await browser.send(
      .post, "/folders", fields: [.contentType: "application/x-www-form-urlencoded", .formToken: token],
      body: ByteBuffer(string: "name=%FF%zz"))
    #expect(broken.status == 400)
    let json = try await browser.send(
      .post, "/api/notes", fields: [.contentType: "application/json", .formToken: token],
      body: ByteBuffer(bytes: Array(#"{"title": "A", "text": ""#.utf8) + [0xFF] + Array(#""}"#.utf8)))
    #expect(json.object["problem"] as? String == "The JSON can't be read: it isn't valid.")
    let head = try await browser.send(.head, "/login")
    #expect(head.text.isEmpty && head.fields[.contentLength] != nil)
  }

  @Test(arguments: [
    "/nothing", "/notes/a/b/c", "/notes//", "/%", "/notes/%zz", "//evil.example/x", "/../etc/passwd",
    "/notes/\u{1F4A9}", "/notes/%FF", "/notes/%C3%28/share", "/notes/%00", "/assets/../../etc/passwd",
    "/assets/none",
  ]) func `a link that leads nowhere is answered`(_ path: String) async throws {
    let page = try await browser.send(.get, path)
    #expect([404, 400].contains(page.status) && !page.text.contains("root:"))
  }
}
