import Foundation
import SeededTesting
import SharedFixtures
import Testing
import Waymark

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
    func rule(_ path: String, _ comment: String, excluded: Bool = false) -> String {
      let lines =
        ["\"/\" : \"\(path)\"", "\"comment\" : \"\(comment)\""] + (excluded ? ["\"exclude\" : true"] : [])
      let margin = String(repeating: " ", count: 10)
      return "\(margin){\n" + lines.map { "\(margin)  \($0)" }.joined(separator: ",\n") + "\n\(margin)}"
    }
    let removed = ["*/$(dot)/*", "*/$(dot)$(dot)/*", "*/$(dot)", "*/$(dot)$(dot)"]
    let rules: [String] =
      ["*%$(other)*", "*%?$(other)*", "*%", "*%?"].map {
        rule($0, "invalid percent-encoding", excluded: true)
      }
      + removed.map { rule($0, "segments that are removed", excluded: true) }
      + [
        rule("/open/*", "https://notes.example/open/**"),
        rule("/*/*/*/*/*", "deeper paths", excluded: true),
        rule("/list/?*/notes/?*", "https://notes.example/list/:folder/notes/:id"),
        rule("/*/*/*/*", "deeper paths", excluded: true),
        rule("/a%20b/?*/new%21", "HTTPS://Notes.example/a%20b/*/new!"),
        rule("/a%20b/?*/new!", "HTTPS://Notes.example/a%20b/*/new!"),
        rule("/", "https://notes.example"), rule("/open", "https://notes.example/open/**"),
        rule("/everywhere", "https:/everywhere"),
      ]
    let other = "ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ-._~!$&'()+,;=:@%/".map { "\"\($0)\"" }
      .joined(separator: ",\n" + String(repeating: " ", count: 8))
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
      \(rules.joined(separator: ",\n"))
              ]
            }
          ],
          "substitutionVariables" : {
            "dot" : [
              ".",
              "%2E",
              "%2e"
            ],
            "other" : [
              \(other)
            ]
          }
        }
      }

      """
    #expect(try registry.associatedDomains(appIDs: ["B.c", app, app]) == expected)
    #expect(try registry.associatedDomains(appIDs: ["B.c", app], host: "Notes.Example") == expected)
  }

  /// The comment on a path of several patterns is the first of them.
  @Test(arguments: [
    (["https://a/:x", "https://a/*/b", "https://a/**"], #""/" : "/*""#),
    (["https://a/:x/b", "https://a/*/b"], #""comment" : "https://a/*/b""#),
  ])
  func `the order of patterns doesn't change the file`(patterns: [String], part: String) throws {
    let files = try [patterns, patterns.reversed()].map {
      try registry(of: $0).associatedDomains(appIDs: [app])
    }
    #expect(files[0] == files[1] && files[0].contains(part) && !files[0].contains("https://a/:x/b"))
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
      text(try Waymark.Registry { timeRoute([]) }, [app]) == """
        no route has an https pattern, so there is nothing to associate [unknownURL]
            To fix: add URLPattern("https://…") to a route
        """)
  }

  @Test func `a period stays a period in both forms`() throws {
    let file = try registry(of: ["https://notes.example/v1.0+beta"]).associatedDomains(appIDs: [app])
    #expect(file.contains("\"/v1.0+beta\"") && file.contains("\"/v1.0%2Bbeta\""))
    #expect(!file.contains("%2E"))
    let plain = try registry(of: ["https://notes.example/a.html"]).associatedDomains(appIDs: [app])
    #expect(plain.ranges(of: "\"comment\"").count == 1)
  }

  /// The files in short: a path, with `!` in front for an exclusion.
  @Test(arguments: [
    (["https:/note/:id"], [], ["!/*/*/*", "/note/?*"]),
    (["https:/**"], ["https:/legal/**"], ["!/legal/*", "/*/*", "/", "!/legal", "/*"]),
    (["https:/:a/**"], [], ["!//*", "/?*/*", "!/*/*", "/?*"]),
    (["https:/:a/b/**"], [], ["!/*/*/b/*", "!//b/*", "/?*/b/*", "!/*/*/*", "/?*/b"]),
  ])
  func `rules exclude paths that no pattern matches`(
    patterns: [String], exclusions: [String], rules: [String]
  ) throws {
    let registry = try registry(of: patterns, except: exclusions)
    let file = try AssociationFile(registry.associatedDomains(appIDs: [app]))
    let own = file.rules.filter { !$0.path.contains("$(") && !$0.path.hasPrefix("*%") }
    #expect(own.map { ($0.exclude == true ? "!" : "") + $0.path } == rules)
  }

  /// Compares random patterns with the file, as Apple documents its rules.
  @Test(arguments: try Seeds.first(4))
  func `a claimed URL has a route`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let literals = ["a", "b", "new!"]
    func pattern() -> String {
      let host = Bool.random(using: &numbers) ? "https:/" : "https://h/"
      var segments = (0..<Int.random(in: 0...3, using: &numbers)).map { index in
        Int.random(in: 0...2, using: &numbers) > 0
          ? literals.randomElement(using: &numbers) ?? ""
          : [":x\(index)", "*"].randomElement(using: &numbers) ?? ""
      }
      if Int.random(in: 0...3, using: &numbers) == 0 { segments.append("**") }
      return host + segments.joined(separator: "/")
    }
    let pieces = literals + ["a", "b", "7", "", ".", "..", "%2e", "%41", "%zz", "%4", "%", "new%21", "c.d"]
    var counts = (claimed: 0, excluded: 0, missed: 0)
    for _ in 0..<100 {
      let patterns = (0..<Int.random(in: 1...6, using: &numbers)).map { _ in pattern() }
      let exclusions = Bool.random(using: &numbers) ? [] : [pattern(), pattern()]
      // Some of them conflict.
      guard let registry = try? registry(of: patterns, except: exclusions) else { continue }
      let file = try AssociationFile(registry.associatedDomains(appIDs: [app]))
      // A wildcard before `**` makes the file claim fewer URLs.
      let isExact = !(patterns + exclusions).contains { $0.dropFirst(7).contains(/[:*].*\*\*$/) }
      for _ in 0..<40 {
        let count = Int.random(in: 0...5, using: &numbers)
        let path =
          "/" + (0..<count).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined(separator: "/")
        let url = "https://h\(path)"
        let (isClaimed, hasRoute) = (file.claims(path), registry.match(url) != nil)
        if isClaimed {
          counts.claimed += 1
        } else if hasRoute {
          counts.missed += 1
        } else {
          counts.excluded += 1
        }
        #expect(!isClaimed || hasRoute, "\(path) of \(patterns) except \(exclusions)")
        if isExact, url.normalizedURL == url, !path.contains("%41") {
          #expect(isClaimed == hasRoute, "\(path) of \(patterns) except \(exclusions)")
        }
      }
    }
    #expect(counts.claimed > 500 && counts.excluded > 500)
  }

  @Test func `an exclusion is like a more specific pattern of no route`() throws {
    let line = #line
    let registry = try Registry {
      timeRoute(
        ["/**", "/legal/:page"].map { URLPattern($0) }
          + ["/legal/**", "/legal/terms"].map { URLPattern(excluding: $0) })
    }
    #expect(registry.match("/legal/x") != nil && registry.match("/x") != nil)
    #expect(registry.match("/legal") == nil && registry.match("/legal/terms") == nil)
    #expect(registry.routes.map(\.urls) == [["/**", "/legal/:page"]])
    let problem = error { _ = try registry.makeService(for: "/a/../legal") }
    #expect(
      problem.map { relative($0.description, fileID: #fileID, line: line) } == """
        no route matches "/a/../legal", because URLPattern(excluding: "/legal/**") of SystemTime (line + 2) excludes it [unknownURL]
            To fix: open the URL in a browser
                or: remove the exclusion
        """)
    let router = try #require(registry.router(to: RoutableService<any TimeSource>()))
    #expect(
      error { _ = try router.url(["**": "legal/x/y"]) }?.remedy == "pass other values\nremove the exclusion")
    let extended = try registry.extending {
      storeRoute([URLPattern("/legal/a/b"), URLPattern(excluding: "/x/:y")])
    }
    #expect(extended.match("/legal/a/b")?.destination == "MemoryStore" && extended.match("/x/y") == nil)
    #expect(extended.match("/legal/terms") == nil && extended.match("/x") != nil)
  }

  @Test func `an exclusion conflicts with an equal pattern of the base`() throws {
    let base = try registry(of: ["/a", "/b/**"], except: ["/c"])
    for (pattern, conflicts) in [
      (URLPattern(excluding: "/a"), true), (URLPattern("/c"), true), (URLPattern(excluding: "/b/*"), false),
    ] {
      let found = problemsOfDeriving { () throws(RegistryError) in
        try base.extending { storeRoute([pattern]) }
      }
      #expect(found.contains("[url-conflict]") == conflicts, "\(found)")
    }
  }
}

/// An association file, with the rules that Apple documents for matching a path.
private struct AssociationFile {
  struct Rule: Decodable {
    enum CodingKeys: String, CodingKey {
      case path = "/"
      case exclude
    }
    let path: String
    let exclude: Bool?
  }

  private struct Details: Decodable { let components: [Rule] }

  private struct Links: Decodable {
    let details: [Details]
    let substitutionVariables: [String: [String]]?
  }

  private struct Root: Decodable { let applinks: Links }

  let rules: [Rule]
  private let variables: [String: [String]]

  init(_ json: String) throws {
    let links = try JSONDecoder().decode(Root.self, from: Data(json.utf8)).applinks
    rules = links.details.flatMap(\.components)
    variables = links.substitutionVariables ?? [:]
  }

  /// Returns whether the first rule that matches a path includes it.
  func claims(_ path: String) -> Bool {
    guard let rule = rules.first(where: { matches($0.path[...], path[...]) }) else { return false }
    return rule.exclude != true
  }

  /// `*` matches any characters, `?` matches one, and a variable matches one of its strings.
  private func matches(_ pattern: Substring, _ path: Substring) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" {
      return path.indices.contains { matches(rest, path[$0...]) } || matches(rest, path[path.endIndex...])
    }
    if pattern.hasPrefix("$("), let end = pattern.firstIndex(of: ")") {
      let values = variables[String(pattern.dropFirst(2)[..<end])] ?? []
      let rest = pattern[pattern.index(after: end)...]
      return values.contains { path.hasPrefix($0) && matches(rest, path.dropFirst($0.count)) }
    }
    guard let character = path.first, first == "?" || first == character else { return false }
    return matches(rest, path.dropFirst())
  }
}
