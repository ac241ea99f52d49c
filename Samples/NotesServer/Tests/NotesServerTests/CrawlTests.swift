import Foundation
import HTTPTypes
import NotesServer
import PageKit
import ServerInterfaces
import Testing
import Waymark

/// Every link of every page leads somewhere, and all are written by routes.
@Suite struct CrawlTests {
  /// Opens links and all links of the pages they lead to, expects each to be alive, and returns the patterns they match.
  private func crawl(
    _ application: RunningApplication, as browser: Browser, from links: some Sequence<String>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Set<String> {
    var found = Set(links)
    var open = Array(found)
    var matched: Set<String> = []
    while let link = open.popLast() {
      let match = try #require(
        application.registry.match(link), "\(link) matches no route", sourceLocation: sourceLocation)
      matched.insert(match.pattern)
      let page = try await browser.send(.get, link)
      let expected: [HTTPResponse.Status] =
        switch match.pattern {
        // A link that only takes forms answers so.
        case "/logout": [.methodNotAllowed]
        case "/admin/graph.svg": Tool.dot.isUsable ? [.ok] : [.notImplemented]
        default: [.ok, .seeOther]
        }
      #expect(expected.contains(page.status), "\(link) is \(page.status)", sourceLocation: sourceLocation)
      guard page.fields[.contentType]?.hasPrefix("text/html") != false else { continue }
      for link in self.links(of: page) where found.insert(link).inserted { open.append(link) }
    }
    return matched
  }

  private func links(of page: Page) -> [String] {
    page.links.filter { !$0.hasPrefix("#") } + [page.fields[.location]].compactMap(\.self)
  }

  @Test func everyLinkOnEveryPageIsAlive() async throws {
    try await withApplication(profile: .development) { application in
      let browser = application.browser()
      try await browser.open("/login")
      try await browser.submit(["name": "ann", "password": SampleData.password], action: "/login")
      try await browser.open("/search?words=may")
      let hit = try await browser.page.link(startingWith: "/notes/")
      try await browser.open("\(hit)/share")
      try await browser.submit()
      let matched = try await crawl(application, as: browser, from: ["/", "/search?words=prune"])

      // Each page is reached from some other one, except those for programs, systems, and visitors.
      let urls: [String] = application.registry.routes.flatMap(\.urls)
      let all = Set(urls.filter { $0.hasPrefix("/") && !$0.hasPrefix("/api/") })
      #expect(all.count == 22)
      #expect(
        all.subtracting(matched) == ["/login", "/register", "/.well-known/apple-app-site-association"])
    }
  }

  @Test func everyLinkForAVisitorIsAlive() async throws {
    try await withApplication { application in
      let ann = try await application.browser(registering: "ann")
      let note = try await ann.addNote("Shared", "text")
      try await ann.open("\(note)/share")
      try await ann.submit()
      let shared = try await ann.page.link(startingWith: "/shared/")
      let matched = try await crawl(
        application, as: application.browser(), from: ["/", note, shared, "/login?next=%2Ffolders"])
      #expect(
        matched == [
          "/", "/notes/:note", "/shared/:token", "/login", "/register", "/assets/style.css", "/assets/app.js",
          "/assets/icon.svg",
        ])
    }
  }

  @Test func everyLinkForAUserWithoutNotesIsAlive() async throws {
    try await withApplication { application in
      _ = try await application.browser(registering: "ann")
      let bob = try await application.browser(registering: "bob")
      let matched = try await crawl(
        application, as: bob, from: ["/", "/folders", "/shared", "/search?words=nothing"])
      #expect(
        matched == [
          "/", "/notes", "/notes/new", "/folders", "/shared", "/search", "/logout", "/assets/style.css",
          "/assets/app.js", "/assets/icon.svg",
        ])
    }
  }

  @Test func everyLinkOnPagesAboutProblemsIsAlive() async throws {
    try await withApplication { application in
      let ann = try await application.browser(registering: "ann")
      let note = try await ann.addNote("A", "first")
      let old = try #require(await ann.page.forms.last).fields
      try await ann.submit(["text": "second"])
      let pages = try await [
        ann.post(note, old.merging(["text": "third"]) { $1 }),
        ann.post(note, old.merging(["title": ""]) { $1 }),
        ann.post(note, ["title": "without a token"]), ann.open("/missing"), ann.open("/notes?page=x"),
        ann.send(.put, note, body: ""), application.browser().open("/missing"),
      ]
      #expect(pages.map(\.status.code) == [409, 422, 403, 404, 400, 403, 404])
      for page in pages {
        let browser = page.text.contains(">Log out<") ? ann : application.browser()
        let links = links(of: page)
        #expect(links.count > 5)
        _ = try await crawl(application, as: browser, from: links)
      }
    }
  }

  @Test func everyPublicPageIsThePatternOfARoute() throws {
    let registry = try Registry { NotesServerApplication(storage: .folder(.temporaryDirectory)) }
    let patterns = Set(registry.routes.flatMap(\.urls))
    for page in try registry.makeDestinations(of: .publicPages) { #expect(patterns.contains(page.pattern)) }
  }
}
