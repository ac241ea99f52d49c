import Foundation
import Hummingbird
import InMemoryLogging
import Logging
import Testing
import Waymark

@testable import NotesServer

/// The behavior that keeps notes private, and the server usable.
@Suite(.application()) struct SecurityTests {
  /// The browser of Ann, who has just registered, and administers the application.
  private let ann: Browser
  init() async throws { ann = try await application.browser(registering: "ann") }

  @Test func `every page that isn't for everybody needs a log-in`() async throws {
    let patterns = application.registry.routes.compactMap { $0.urls.first { $0.hasPrefix("/") } }
    #expect(patterns.count == 29 && Set(patterns).count == 29)
    var isForEverybody: [String] = []
    let other = try await application.browser(registering: "bob")
    for pattern in patterns {
      let path = pattern.replacing(#/:[a-z]+/#, with: "x")
      let redirection = try await application.browser().send(.get, path)
      guard redirection.status == 303 else {
        isForEverybody.append(pattern)
        continue
      }
      #expect(redirection.fields[.location] == "/login?next=\(path.replacing("/", with: "%2F"))", "\(path)")
      #expect(redirection.text.isEmpty)
      for method in HTTPRequest.Method.ofPages {
        let answer = try await application.browser().json(method, path, "{}")
        #expect(answer.status == 401 && answer.text == #"{"problem":"Log in first."}"#, "\(method) \(path)")
      }
      guard path.hasPrefix("/admin") else { continue }
      #expect(try await other.open(path).status == 404)
      #expect(await other.page.links.contains("/admin") == false)
      #expect(try await ann.open("/notes").links.contains("/admin"))
    }
    #expect(
      isForEverybody.sorted() == [
        "/.well-known/apple-app-site-association", "/api/session", "/health", "/login", "/register",
        "/shared/:token",
      ])
  }

  @Test(arguments: ["/login", "/register", "/folders"])
  func `a form needs the token of its session or visit, and its text is kept`(_ path: String) async throws {
    let isMember = path == "/folders"
    let other = isMember ? try await application.browser(registering: "bob") : application.browser()
    let (browser, name) = (isMember ? ann : application.browser(), path == "/login" ? "ann" : "Carl")
    let form = try #require(try await browser.open(path).forms.last)
    let strange = try await other.open(path).forms.last?.fields["form-token"] ?? ""
    let fields = ["name": name, "password": Browser.password]
    for token in ["", "wrong", strange] {
      let page = try await browser.post(path, fields.merging(["form-token": token]) { $1 })
      #expect(page.status == 403 && page.fields[.setCookie]?.hasPrefix("session=") != true)
      #expect(page.main.contains("The form is too old. Go back, load the page again, and send it once more."))
      #expect(page.main.contains("\(name)</textarea>"))
    }
    if isMember { #expect(try await browser.open(path).main.contains("There are no folders yet.")) }
    #expect(try await browser.post(form, fields).status == 303)
    #expect(await browser.cookies["session"] != nil)
  }

  @Test func `JSON with a cookie needs the token of its session, whatever the method`() async throws {
    let own = try await ann.formToken
    let note = try await ann.addNote("Kept")
    let body = ByteBuffer(string: #"{"title": "Changed", "text": "text", "version": 1}"#)
    for (token, statuses) in [(nil, [403, 403, 403]), ("wrong", [403, 403, 403]), (own, [200, 204, 204])] {
      var fields: HTTPFields = [.contentType: "application/json"]
      fields[.formToken] = token
      #expect(try await ann.send(.put, "/api\(note)", fields: fields, body: body).status == statuses[0])
      fields[.contentType] = nil
      #expect(try await ann.send(.delete, "/api\(note)", fields: fields).status == statuses[1])
      #expect(try await ann.send(.delete, "/api/session", fields: fields).status == statuses[2])
    }
    // A session that has ended also keeps the text.
    let late = try await ann.post("/notes/new", ["text": "kept", "form-token": own])
    #expect(late.status == 403)
    #expect(late.main.contains("Your session has ended.") && late.main.contains("kept</textarea>"))
  }

  @Test func `nobody sees or changes the notes of others`() async throws {
    let note = try await ann.addNote("Secret", "of ann")
    let shared = try await ann.share(note)
    let folder = try await ann.submit(["name": "Hidden"], on: "/folders").path
    let settings = try await ann.page.link(with: "/settings")
    let id = String(folder.split(separator: "=")[1])
    let bob = try await application.browser(registering: "bob")
    let own = try await bob.addNote("Mine", "of bob")
    let missing = try await bob.open("/notes/\(RandomID.make())").main
    for path in [note, "\(note)/edit", "\(note)/share", "/api\(note)", folder, settings] {
      let page = try await bob.open(path)
      #expect(page.status == 404 && page.main == missing, "\(path)")
    }
    let form = try #require(try await bob.open("\(own)/edit").forms.last)
    for (path, fields) in [
      ("\(note)/edit", ["title": "Taken"]), ("\(note)/delete", [:]), ("\(note)/pin", ["pinned": "1"]),
      ("\(note)/restore", [:]), ("\(note)/share", [:]), ("\(note)/share", ["action": "end"]),
      (settings, ["name": "Taken"]), (settings.replacing("settings", with: "delete"), [:]),
      ("/notes/new", ["id": String(note.dropFirst(7)), "title": "Taken", "version": "0"]),
      // Nobody moves a note into the folder of others.
      ("\(own)/edit", ["folder": id]),
    ] {
      let page = try await bob.post(form, fields, to: path)
      #expect(page.status == (path.hasPrefix(own) ? 303 : 404), "\(path)")
    }
    #expect(try await bob.open("/search?words=secret").main.contains("0 notes"))
    #expect(try await bob.open("/shared").main.contains("You share no notes."))
    #expect(try await bob.open("\(own)/edit").forms.last?.fields["folder"] == "")
    #expect(try await ann.open(note).main.contains("of ann</pre>"))
    #expect(await ann.page.main.contains("Pinned") == false)
    #expect(try await ann.open(folder).main.contains("0 notes"))
    #expect(try await ann.open("/folders").main.contains(">Hidden</a>"))
    #expect(try await application.browser().open(shared).main.contains("of ann"))
  }

  @Test(.application("--proxy", "127.0.0.1")) func `passwords, sessions, and cookies are kept secret`()
    async throws
  {
    _ = try await application.browser(registering: "bob")
    let storage = try application.storage
    var hashes: Set<String> = []
    for name in ["ann", "bob"] {
      hashes.insert(try #require(try await storage.perform(FindCredentials(name: name))).passwordHash)
    }
    #expect(hashes.count == 2)
    #expect(hashes.allSatisfy { $0.hasPrefix("scrypt$2$1$") && !$0.contains("password") })
    // Behind a proxy, cookies are sent by HTTPS only.
    let cookies = await ann.history.flatMap { $0.fields[values: .setCookie] }
    for (name, age) in [("visitor", 86_400), ("session", 1_209_600)] {
      let cookie = try #require(cookies.first { $0.hasPrefix("\(name)=") })
      for part in ["Max-Age=\(age)", "Path=/", "HttpOnly", "SameSite=Lax", "Secure"] {
        #expect(cookie.contains(part))
      }
    }
    #expect(await ann.page.fields[.strictTransportSecurity] == "max-age=31536000")
    // The storage has hashes of the secrets only. A session that ended or expired stays so.
    let token = try #require(await ann.cookies["session"])
    let secret = try #require(SessionSecret(cookie: token))
    #expect(try await storage.perform(FindSession(key: token)) == nil)
    let user = try #require(try await storage.perform(FindSession(key: secret.key))?.user)
    try await ann.submit(action: "/logout")
    #expect(try await application.browser().json(.get, "/api/notes", token: token).status == 401)
    let hash = try #require(try await storage.perform(FindCredentials(name: "ann"))).passwordHash
    for (seconds, status) in [(60.0, 200), (-1, 401)] {
      let secret = SessionSecret()
      try await storage.perform(
        OpenSession(
          key: secret.key, user: user.id, passwordHash: hash, expiry: Date(timeIntervalSinceNow: seconds)))
      #expect(try await application.browser().json(.get, "/api/notes", token: secret.token).status == status)
    }
    // A log-in or a change that began with a password which isn't the user's anymore ends without a session.
    try await storage.perform(SetPassword(hash: "new", old: hash, user: user.id))
    await #expect(throws: StorageProblem.wrongPassword) {
      try await storage.perform(
        OpenSession(key: "k", user: user.id, passwordHash: hash, expiry: .distantFuture))
    }
    await #expect(throws: StorageProblem.wrongPassword) {
      try await storage.perform(SetPassword(hash: "other", old: hash, user: user.id))
    }
    // OWASP recommends this cost.
    let hasher = try makeRegistry()(RoutableService<PasswordHasher>.own)
    #expect(hasher.rounds == 16_384 && hasher.passes == 5)
  }

  @Test func `a log-in never leads to another site, and broken cookies are a visitor's`() async throws {
    for next in ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"] {
      let browser = application.browser()
      let fields = ["name": "ann", "password": Browser.password]
      let query = try URLEncodedFormEncoder().encode(["next": next])
      let form = try #require(try await browser.open("/login?\(query)").forms.last)
      #expect(try await browser.post(form, fields).fields[.location] == "/")
    }
    for cookies in [
      "session=", "session=short", "session", "=", ";;;", "session=\(String(repeating: "x", count: 33))",
      "session=\(String(repeating: "é", count: 33))", "visitor=; session==; session",
      String(repeating: "a=b; ", count: 500),
    ] {
      let page = try await application.browser().send(.get, "/notes", fields: [.cookie: cookies])
      #expect(page.fields[.location] == "/login?next=%2Fnotes", "\(cookies)")
      let logIn = try await application.browser().send(.get, "/login", fields: [.cookie: cookies])
      #expect(logIn.status == 200 && logIn.fields[.setCookie]?.hasPrefix("visitor=") == true)
    }
  }

  @Test func `every response restricts browsers`() async throws {
    let policy =
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
      + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    let note = try await ann.addNote("Shared", "<script>")
    let shared = try await ann.share(note)
    let long = "/" + String(repeating: "x", count: Limits.target)
    for path in [
      "/notes", "/login", "/missing", "/admin", note, shared, "/search?words=a", "/%", long, "/api/notes",
      "/health", "/assets/style.css", "/assets/app.js", "/assets/icon.svg",
    ] {
      let page = try await ann.open(path)
      #expect(page.fields[.contentSecurityPolicy] == policy, "\(path)")
      #expect(page.fields[.xContentTypeOptions] == "nosniff")
      #expect(page.fields[.cacheControl] == (path.hasPrefix("/assets") ? "public, max-age=300" : "no-store"))
      // Other sites don't learn the link of a shared note.
      #expect(page.fields[.referrerPolicy] == (path == shared ? "no-referrer" : "same-origin"))
      guard page.fields[.contentType]?.hasPrefix("text/html") == true else { continue }
      #expect(
        page.text.firstMatch(of: #/<script(?![^>]* src=)|\son[a-z]+=|javascript:|<style|style=/#) == nil)
      #expect(page.main.matches(of: #/<h1>/#).count == 1, "\(path)")
    }
    #expect(try await ann.open("/health").fields[.strictTransportSecurity] == nil)
    // The page of the graph allows its own script and style, by their hashes.
    let graph = try await ann.open("/admin/graph").fields[.contentSecurityPolicy] ?? ""
    let hash = "'sha256-[A-Za-z0-9+/=]{44}'"
    let own = try Regex("default-src 'none'; script-src \(hash); style-src \(hash); .*frame-ancestors 'none'")
    #expect(graph.wholeMatch(of: own) != nil, "\(graph)")
  }

  @Test(
    .application("--proxy", "127.0.0.1"),
    arguments: [
      // The proxy has written the last address. The client may have claimed the others.
      ("ann", "10.0.0.#", 30), ("name #", "10.0.0.#, 192.0.2.1", 10), ("name #", "192.0.2.1, 10.0.0.#", 32),
      ("name #", "192.0.2.1", 10),
      // A client has a network of IPv6 addresses.
      ("name #", "2001:db8::#", 10), ("name #", "2001:db8:0:#::1", 32), ("name #", "::ffff:192.0.2.#", 32),
    ]) func `passwords can't be tried too often`(_ name: String, _ address: String, _ allowed: Int)
    async throws
  {
    var statuses: [Int] = []
    for number in 1...32 {
      let address = address.replacing("#", with: "\(number)")
      let body = #"{"name": "\#(name.replacing("#", with: "\(number)"))", "password": "a wrong one"}"#
      let browser = application.browser(fields: [.forwardedFor: address])
      statuses.append(try await browser.json(.post, "/api/session", body).status)
    }
    #expect(statuses == Array(repeating: 403, count: allowed) + Array(repeating: 429, count: 32 - allowed))
    // SQLite would read this name up to its third letter.
    let body = #"{"name": "ann\u0000", "password": "\#(Browser.password)"}"#
    let browser = application.browser(fields: [.forwardedFor: "192.0.2.9"])
    #expect(try await browser.json(.post, "/api/session", body).status == 422)
  }

  @Test(.application("--changes", "12"))
  func `accounts and changes are limited, and an unknown proxy is refused`() async throws {
    for number in 1...8 { _ = try await application.browser(registering: "name \(number)") }
    let browser = try await application.browser(registering: "name 9")
    let late = application.browser()
    let page = try await late.submit(["name": "name 11", "password": Browser.password], on: "/register")
    #expect(page.status == 429)
    #expect(page.problem?.wholeMatch(of: #/Too many attempts\. Try again in [0-9]+ seconds\./#) != nil)
    #expect(page.forms.last?.fields["name"] == "name 11")
    // Another change is allowed every second, so 40 at once are too many even on a slow machine.
    let form = try #require(try await browser.open("/folders").forms.last)
    let pages = try await withThrowingTaskGroup(of: Page.self) { group in
      for _ in 0..<40 { group.addTask { try await browser.post(form, ["name": "kept"], to: "/folders") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let refused = try #require(pages.first { $0.status == 429 })
    #expect(refused.fields[.retryAfter] == "5" && refused.main.contains("kept</textarea>"))
    let proxied = try await application.browser(fields: [.forwardedFor: "10.0.0.1"]).open("/login")
    #expect(proxied.status == 400 && proxied.text.contains("should start it with --proxy ADDRESS."))
    // Everybody can send the field, so it isn't an error for the operator.
    #expect(application.log.entries.allSatisfy { $0.level < .warning })
  }

  @Test(.application("--proxy", "127.0.0.1")) func `a stranger doesn't lock a user out`() async throws {
    func browser(_ address: String) -> Browser { application.browser(fields: [.forwardedFor: address]) }
    func logIn(_ browser: Browser, _ password: String) async throws -> Int {
      try await browser.json(.post, "/api/session", #"{"name": "Ann", "password": "\#(password)"}"#).status
    }
    let user = browser("192.0.2.1")
    #expect(try await logIn(user, Browser.password) == 201)
    // One stranger leaves attempts with the name to others. Several strangers don't.
    for _ in 0..<50 { _ = try await logIn(browser("10.0.0.1"), "a wrong one") }
    #expect(try await logIn(browser("192.0.2.4"), Browser.password) == 201)
    for number in 0..<50 { _ = try await logIn(browser("10.0.0.\(number % 5)"), "a wrong one") }
    #expect(try await logIn(browser("192.0.2.2"), Browser.password) == 429)
    for _ in 0..<5 { #expect(try await logIn(user, Browser.password) == 201) }
    // Neither do the attempts with the name stop the password's change in an open session.
    let open = browser("192.0.2.3")
    await open.take(from: ann)
    let fields = ["password": Browser.password, "new-password": "a new password"]
    #expect(try await open.submit(fields, on: "/account", action: "/account").notice?.isEmpty == false)
    for value in ["", "unknown", "10.0.0.1, x", "10.0.0.1:80"] {
      let page = try await browser(value).open("/login")
      #expect(page.status == 400 && page.text == "The field X-Forwarded-For doesn't end with an address.\n")
    }
    #expect(application.log.entries.allSatisfy { $0.level < .warning })
  }

  @Test func `a second log-in ends the first session of the browser`() async throws {
    let first = try #require(await ann.cookies["session"])
    let form = try #require(try await ann.open("/folders").forms.last)
    let fields = ["name": "ann", "password": Browser.password, "form-token": form.fields["form-token"] ?? ""]
    #expect(try await ann.post("/login", fields).status == 303)
    #expect(await ann.cookies["session"] != first)
    #expect(try await ann.open("/notes").status == 200)
    #expect(try await application.browser().json(.get, "/api/notes", token: first).status == 401)
  }

  @Test func `a limiter allows a burst and then a rate`() {
    let limiter = RateLimiter(perSecond: 2, burst: 3)
    let start = ContinuousClock.now
    #expect((0..<4).map { _ in limiter.take("a", at: start) } == [nil, nil, nil, 1])
    #expect(limiter.take("b", at: start) == nil)
    #expect((0..<2).map { _ in limiter.take("a", at: start + .milliseconds(500)) } == [nil, 1])
  }

  @Test func `identifiers can't be guessed`() {
    let identifiers = Set((0..<10_000).map { _ in RandomID.make() })
    #expect(identifiers.count == 10_000 && identifiers.allSatisfy { $0.count == 22 })
    // Each of the 64 characters is at each place about 156 times.
    for place in 0..<22 {
      let counts = Dictionary(grouping: identifiers) { Array($0)[place] }.mapValues(\.count)
      #expect(counts.count == 64 && counts.values.allSatisfy { (70...260).contains($0) })
    }
  }
}
