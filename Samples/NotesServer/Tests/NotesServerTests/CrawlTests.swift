import Foundation
import HTTPTypes
import NotesServer
import PageKit
import ServerInterfaces
import Testing
import Waymark

/// Every link of every page leads somewhere, and all are written by routes.
@Suite struct CrawlTests {
  @Test func everyLinkOnEveryPageIsAlive() async throws {
    try await withApplication(profile: .development) { application in
      let browser = application.browser()
      try await browser.open("/login")
      try await browser.submit(["name": "ann", "password": SampleData.password], action: "/login")
      try await browser.open("/search?words=may")
      let hit = try #require(await browser.page.links.first { $0.hasPrefix("/notes/") })
      try await browser.open("\(hit)/share")
      try await browser.submit()

      var found: Set<String> = ["/", "/search?words=prune"]
      var open = Array(found)
      var matched: Set<String> = []
      while let link = open.popLast() {
        let match = try #require(application.registry.match(link), "\(link) matches no route")
        matched.insert(match.pattern)
        let page = try await browser.send(.get, link)
        let expected: [HTTPResponse.Status] =
          switch match.pattern {
          // A link that only takes forms answers so.
          case "/logout": [.methodNotAllowed]
          case "/admin/graph.svg": Tool.dot.isUsable ? [.ok] : [.notImplemented]
          default: [.ok, .seeOther]
          }
        #expect(expected.contains(page.status), "\(link) is \(page.status)")
        let links = page.links.filter { !$0.hasPrefix("#") } + [page.fields[.location]].compactMap(\.self)
        guard page.fields[.contentType]?.hasPrefix("text/html") != false else { continue }
        for link in links where found.insert(link).inserted { open.append(link) }
      }

      // Each page is reached from some other one, except those for programs, systems, and visitors.
      let all = application.registry.routes.flatMap(\.urls).filter {
        $0.hasPrefix("/") && !$0.hasPrefix("/api/")
      }
      let unlinked: Set = [
        "/login", "/register", "/.well-known/apple-app-site-association", "/folders/:folder",
        "/folders/:folder/settings",
      ]
      #expect(Set(all).subtracting(matched).isSubset(of: unlinked), "\(Set(all).subtracting(matched))")
    }
  }

  @Test func aVisitorsLinksAreAlive() async throws {
    try await withApplication { application in
      let browser = application.browser()
      let page = try await browser.open("/")
      #expect(page.path == "/login?next=%2F")
      for link in page.links where !link.hasPrefix("#") {
        #expect([.ok, .seeOther].contains(try await browser.send(.get, link).status), "\(link)")
      }
    }
  }

  @Test func everyPublicPageIsThePatternOfARoute() throws {
    let registry = try Registry { NotesServerApplication(storage: .folder(.temporaryDirectory)) }
    let patterns = Set(registry.routes.flatMap(\.urls))
    for page in try registry.makeDestinations(of: \.publicPages) { #expect(patterns.contains(page.pattern)) }
  }
}
