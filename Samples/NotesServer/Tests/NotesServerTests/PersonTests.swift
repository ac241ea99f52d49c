import Hummingbird
import Testing

@testable import NotesServer

/// The ways of a person through the application, without scripts.
@Suite(.application()) struct PersonTests {
  private let browser: Browser
  init() async throws { browser = try await application.browser(registering: "ann") }

  @Test func `a person registers, writes, reads, searches, shares, and logs out`() async throws {
    #expect(await browser.page.main.contains("There are no notes here yet."))
    let note = try await browser.addNote("Shopping & more", "Bread, <cheese>, a map.")
    #expect(await browser.page.main.contains("<h1>Shopping &amp; more</h1>"))
    #expect(await browser.page.main.contains("<pre class=\"text\">Bread, &lt;cheese&gt;, a map.</pre>"))
    #expect(
      await browser.page.main.firstMatch(of: #/<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ">/#) != nil)
    try await browser.submit(["words": "chee"], action: "/search")
    #expect(await browser.page.main.contains("1 note"))
    #expect(await browser.page.links.contains(note))
    try await browser.submit(["text": "Bread."], on: "\(note)/edit")
    #expect(await browser.page.notice == "The note was saved.")
    #expect(try await browser.open("/search?words=cheese").main.contains("0 notes"))
    // The link can be copied to others: it has the host.
    let link = try await browser.share(note)
    #expect(await browser.page.main.firstMatch(of: #/>https?:\/\/[a-z.]+\/shared\/[^<\/]{32}<\/a>/#) != nil)
    let stranger = application.browser()
    #expect(try await stranger.open(link).main.contains(">Bread.</pre>"))
    #expect(await stranger.page.main.contains("Shared by ann"))
    try await browser.submit(["action": "end"], on: "\(note)/share")
    #expect(try await stranger.open(link).status == 404)
    try await browser.submit(action: "/logout")
    #expect(await browser.page.path == "/login")
    #expect(await browser.cookies["session"] == nil)
    // The log-in leads back to the page that needed it.
    try await browser.open(note)
    #expect(await browser.page.path == "/login?next=%2Fnotes%2F\(note.dropFirst(7))")
    try await browser.submit(["name": "ANN", "password": Browser.password])
    #expect(await browser.page.path == note)
  }

  @Test func `folders are added, renamed, and deleted after a question`() async throws {
    let folder = try await browser.submit(["name": "Garden"], on: "/folders").path
    #expect(await browser.page.main.contains("<h1>Garden</h1>"))
    let link = try await browser.page.link(with: "/notes/new")
    let note = String(try await browser.submit(["title": "Beans"], on: link).path.prefix { $0 != "?" })
    #expect(try await browser.open(folder).links.contains(note))
    try await browser.submit(["name": "Yard"], on: try await browser.page.link(with: "/settings"))
    #expect(await browser.page.notice == "The folder was renamed.")
    try await browser.open(try await browser.page.link(with: "/settings"))
    try await browser.open(try await browser.page.link(with: "/delete"))
    #expect(await browser.page.main.contains("Delete “Yard”?"))
    #expect(try await browser.submit().notice == "The folder was deleted. Its notes are among all notes.")
    #expect(try await browser.open(folder).status == 404)
    #expect(try await browser.open("/notes").links.contains(note))
  }

  @Test func `a program that changes a pinned note gets it as pinned`() async throws {
    let note = try await browser.addNote("A")
    try await browser.submit(on: note, action: "/pin")
    let token = try await application.token(loggingIn: "ann")
    let text = #"{"title": "B", "text": "", "version": 1}"#
    let changed = try await application.browser().json(.put, "/api\(note)", text, token: token)
    #expect(changed.object["isPinned"] as? Bool == true && changed.object["version"] as? Int == 2)
  }

  @Test func `a deleted note can be restored, and a pinned one is the first`() async throws {
    let note = try await browser.addNote("A", "rare words")
    try await browser.addNote("B")
    #expect(
      try await browser.submit(on: note, action: "/pin").notice == "The note is now at the top of the list.")
    #expect(try await titles(browser, "/notes") == ["A", "B"])
    try await browser.submit(on: note, action: "/pin")
    #expect(try await titles(browser, "/notes") == ["B", "A"])
    #expect(try await titles(browser, "/notes?order=title") == ["A", "B"])
    let link = try await browser.share(note)
    #expect(try await browser.submit(on: note, action: "/delete").notice == "The note was deleted.")
    let list = await browser.page
    #expect(try await browser.open(note).status == 404)
    #expect(try await browser.open("/search?words=rare").main.contains("0 notes"))
    #expect(try await application.browser().open(link).status == 404)
    #expect(try await browser.submit(on: list.path, action: "/restore").notice == "The note was restored.")
    #expect(await browser.page.main.contains("rare words"))
    #expect(try await browser.open("/search?words=rare").main.contains("1 note"))
    // A link that was ended stays so.
    #expect(try await application.browser().open(link).status == 404)
  }

  @Test func `notes are on pages of twenty`() async throws {
    for number in 1...21 { try await browser.addNote("Note \(number)") }
    #expect(try await titles(browser, "/notes") == (2...21).reversed().map { "Note \($0)" })
    #expect(await browser.page.main.contains("21 notes"))
    #expect(try await titles(browser, try await browser.page.link(with: "page=2")) == ["Note 1"])
    #expect(try await browser.open("/notes?page=0").status == 404)
    #expect(try await browser.open("/notes?page=x").status == 400)
  }

  private func titles(_ browser: Browser, _ path: String) async throws -> [String] {
    try await browser.open(path).main.matches(of: #/<a class="item"[^>]*>([^<]*)</#).map {
      String($0.output.1)
    }
  }

  @Test func `of two changes at the same time none is lost`() async throws {
    let note = try await browser.addNote("A", "first")
    let form = try #require(try await browser.open("\(note)/edit").forms.last)
    try await browser.submit(["text": "second"])
    let page = try await browser.post(form, ["text": "third"])
    #expect(page.status == 409)
    #expect(page.main.contains("third</textarea>") && page.main.contains("second</pre>"))
    #expect(page.main.contains("<p>Title: A</p>") && page.main.contains("<p>Folder: None</p>"))
    // The form of that page saves over the stored text.
    #expect(try await browser.submit().main.contains("third</pre>"))
    // The form of a new note saves one note even if the browser sends it twice.
    let new = try #require(try await browser.open("/notes/new").forms.last)
    for _ in 0..<2 { #expect(try await browser.post(new, ["title": "Once"]).status == 303) }
    #expect(try await browser.post(new, ["title": "Once", "text": "other"]).status == 409)
    #expect(try await titles(browser, "/notes") == ["Once", "A"])
  }

  @Test func `a new password ends all other sessions`() async throws {
    let other = application.browser()
    await other.take(from: browser)
    let wrong = try await browser.submit(
      ["password": "wrong one", "new-password": "a new password"], on: "/account", action: "/account")
    #expect(wrong.problem == "The name or the password is wrong.")
    #expect(
      try await browser.submit(["password": Browser.password, "new-password": "short"], action: "/account")
        .status == 422)
    try await browser.submit(
      ["password": Browser.password, "new-password": "a new password"], action: "/account")
    #expect(await browser.page.notice == "The password was changed. All other sessions were ended.")
    #expect(try await other.open("/notes").path == "/login?next=%2Fnotes")
    try await other.submit(["name": "ann", "password": Browser.password], action: "/login")
    #expect(await other.page.status == 403)
    try await other.submit(["name": "ann", "password": "a new password"], action: "/login")
    #expect(await other.page.path == "/notes")
    #expect(try await other.submit(on: "/account", action: "/account/sessions").path == "/login")
    #expect(try await browser.open("/notes").path == "/login?next=%2Fnotes")
  }

  @Test(.application("--closed-registration"))
  func `a closed registration lets in nobody but the first account`() async throws {
    let browser = application.browser()
    #expect(try await browser.open("/register").status == 403)
    #expect(try await browser.open("/login").links.contains("/register") == false)
    let token = try #require(await browser.page.forms.last?.fields["form-token"])
    let page = try await browser.post(
      "/register", ["name": "bob", "password": Browser.password, "form-token": token])
    #expect(page.status == 403)
    // Neither does the storage, if two people register at the same time.
    await #expect(throws: StorageProblem.closed) {
      try await application.storage.perform(AddAccount(name: "bob", passwordHash: "", isFirstOnly: true))
    }
    #expect(try await application.storage.perform(ListUsers()).map(\.name) == ["ann"])
  }
}
