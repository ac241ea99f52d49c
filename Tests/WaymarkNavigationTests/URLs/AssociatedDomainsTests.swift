import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@Suite("Apple's association files")
struct AssociatedDomainsTests {
  private let app = "ABCDE12345.org.example.Notes"

  @Test func `the file has the HTTPS patterns`() throws {
    let registry = try registry(of: [
      "https://notes.example/list/:folder/notes/:id", "https://notes.example/open/**",
      "https://notes.example",
      "notes://list", "/any", "HTTPS://Notes.example/a%20b/*/new!", "https:/everywhere",
    ])
    let expected = """
      {
        "applinks" : {
          "details" : [
            {
              "appIDs" : [
                "ABCDE12345.org.example.Notes",
                "B.c"
              ],
              "components" : [
                {
                  "/" : "/",
                  "comment" : "https://notes.example"
                },
                {
                  "/" : "/a%20b/?*/new!",
                  "comment" : "HTTPS://Notes.example/a%20b/*/new!"
                },
                {
                  "/" : "/a%20b/?*/new%21",
                  "comment" : "HTTPS://Notes.example/a%20b/*/new!"
                },
                {
                  "/" : "/everywhere",
                  "comment" : "https:/everywhere"
                },
                {
                  "/" : "/list/?*/notes/?*",
                  "comment" : "https://notes.example/list/:folder/notes/:id"
                },
                {
                  "/" : "/open",
                  "comment" : "https://notes.example/open/**"
                },
                {
                  "/" : "/open/*",
                  "comment" : "https://notes.example/open/**"
                }
              ]
            }
          ]
        }
      }

      """
    #expect(try registry.associatedDomains(appIDs: ["B.c", app, app]) == expected)
    #expect(try registry.associatedDomains(appIDs: ["B.c", app], host: "Notes.Example") == expected)
  }

  @Test func `an early registry writes the file of its complete extension`() throws {
    let early = try Registry(stage: .early) {}
    let all = try early.extending {
      Route(MemoryStore.self) {
        RoutableService<any NoteStore>()
        URLPattern("https://notes.example/draft")
      }
    }
    #expect(try early.associatedDomains(appIDs: [app]) == all.associatedDomains(appIDs: [app]))
  }

  @Test func `the order of patterns doesn't change the file`() throws {
    let patterns = ["https://a/:x", "https://a/*/b", "https://a/**"]
    let files = try [patterns, patterns.reversed()].map {
      try registry(of: $0).associatedDomains(appIDs: [app])
    }
    #expect(files[0] == files[1] && files[0].contains("\"/\" : \"/*\""))
  }

  @Test func `the comment on a path of several patterns is the first of them`() throws {
    let patterns = ["https://a/:x/b", "https://a/*/b"]
    for order in [patterns, patterns.reversed()] {
      let file = try registry(of: order).associatedDomains(appIDs: [app])
      #expect(file.contains(#""comment" : "https://a/*/b""#) && !file.contains("https://a/:x/b"))
    }
  }

  @Test func `the caller chooses one of several hosts`() throws {
    let registry = try registry(of: ["https://one.example/a", "https://two.example/b", "https:/c"])
    #expect(
      error { _ = try registry.associatedDomains(appIDs: [app]) }?.description == """
        the https patterns have 2 hosts: one.example, two.example [unknownURL]
            To fix: choose one with host:, because each domain has a file of its own
        """)
    let file = try registry.associatedDomains(appIDs: [app], host: "two.example")
    #expect(file.contains("/b\"") && file.contains("/c\"") && !file.contains("/a\""))
  }

  @Test func `a file that wouldn't work is an error`() throws {
    let registry = try registry(of: ["https://one.example/a", "https://two.example/b"])
    func text(_ registry: Registry, _ appIDs: [String], host: String? = nil) -> String? {
      error { _ = try registry.associatedDomains(appIDs: appIDs, host: host) }?.description
    }
    #expect(
      text(registry, [app], host: "tow.example") == """
        no https pattern has the host "tow.example", only one.example, two.example [unknownURL]
            To fix: did you mean "two.example"?
        """)
    #expect(text(registry, [app], host: "x")?.hasSuffix("To fix: choose one of these") == true)
    #expect(
      text(registry, []) == """
        an association file needs the identifier of an application [invalidParameter]
            To fix: pass at least one, as in appIDs: ["ABCDE12345.org.example.App"]
        """)
    for wrong in ["Notes", ".a", "a.", "a b.c", "ä.b"] {
      #expect(
        text(registry, [app, wrong]) == """
          "\(wrong)" is not the identifier of an application [invalidParameter]
              To fix: write the prefix and the bundle's identifier, as in "ABCDE12345.org.example.App"
          """)
    }
    #expect(
      text(try Waymark.Registry { Route(SystemTime.self) { RoutableService<any TimeSource>() } }, [app])
        == """
        no route has an https pattern, so there is nothing to associate [unknownURL]
            To fix: add URLPattern("https://…") to a route
        """)
  }

  @Test func `the reporter gets the error`() throws {
    let log = Log()
    let registry = try Registry { ReportsErrors { log.append("\($0.code)") } }
    #expect(throws: RouteError.self) { try registry.associatedDomains(appIDs: [app]) }
    #expect(log.all == ["unknownURL"])
  }

  @Test func `a period stays a period in both forms`() throws {
    let file = try registry(of: ["https://notes.example/v1.0+beta"]).associatedDomains(appIDs: [app])
    #expect(file.contains("\"/v1.0+beta\"") && file.contains("\"/v1.0%2Bbeta\""))
    #expect(!file.contains("%2E"))
    let plain = try registry(of: ["https://notes.example/a.html"]).associatedDomains(appIDs: [app])
    #expect(plain.ranges(of: "\"comment\"").count == 1)
  }
}
