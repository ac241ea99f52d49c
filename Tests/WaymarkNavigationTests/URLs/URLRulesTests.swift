import Foundation
import SharedFixtures
import Testing
import Waymark

@Suite("Rules: URL patterns are valid, distinct, and reachable")
struct URLRulesTests: RouteVocabulary {
  private func problems(of patterns: [String]) -> String {
    SharedFixtures.problems(line: #line) {
      timeRoute(patterns.map { URLPattern($0) })
    }
  }

  @Test func `a declaration that is listed twice can't have the same pattern`() {
    let text = SharedFixtures.problems {
      for _ in 0..<2 { timeRoute("notes://editor/:id") }
    }
    let expected = """
      line + 1: error: a pattern is declared twice by the same declaration [url-conflict]
          "notes://editor/:id"
          line + 1: declared here first
          To fix: list its module once
              or: give each route a pattern of its own
      """
    #expect(text.contains(expected), "\(text)")
  }

  private static let inURLs = "remove it: the items of a query and the fragment are parameters of every URL"
  private static let letters = "use letters, and after the first one also digits, '+', '-', and '.'"
  private static let blank = "contains a space or a control character"
  private static let notASCII = "has a host that is not ASCII, which no system passes"
  private static let noSlash = "has a path that does not begin with a slash"
  private static let port = "has a port that is not a number up to 65535"
  private static let segment = "use it as a whole segment\nwrite %2A for the character"

  private static let malformed: [(String, String, Int, String)] = [
    ("", "is empty", 0, "write a path such as /editor/:id, with a scheme and a host if they matter"),
    ("a/b", noSlash, 0, "write /a/b, or scheme://a/b"), ("**", noSlash, 0, "write /**"),
    (":id/a", noSlash, 0, "write /:id/a"), ("s:a/b", noSlash, 2, "write s:/a/b, or s://a/b"),
    ("s:**", noSlash, 2, "write s:/**"), ("s:*", noSlash, 2, "write s:/*"),
    ("s:", "has no path and no host", 2, "write s:/, or s://host"),
    ("/a?b", "has a query", 2, inURLs), ("/a#b", "has a fragment", 2, inURLs),
    ("/a b", blank, 2, "percent-encode it, as in %20"),
    ("/a\u{A0}b", blank, 2, "percent-encode it, as in %20"),
    ("s_s://a", "has a scheme that contains '_'", 1, letters),
    ("1a://h", "has a scheme that contains '1'", 0, letters),
    ("s://:a/b", "has a parameter as its host", 4, "write the host\nwrite s:/b to match any"),
    ("s://**", "has a parameter as its host", 4, "write the host\nwrite s:/** to match any"),
    ("s://u@h/b", "has a user name in front of its host", 5, "remove the user name"),
    ("s://h:id/b", port, 6, "write a number\nomit it to match any"),
    ("s://h:65536", port, 6, "write a number\nomit it to match any"),
    ("https://café.example/a", notASCII, 11, "write xn--caf-dma.example"),
    ("https://caf%C3%A9.example/a", notASCII, 8, "write xn--caf-dma.example"),
    ("s://[::1/a", "has an address without ']'", 4, "write ']' after the address"),
    ("s//h/b", "has a scheme without a colon", 1, "write s://h/b"),
    (":s://h/b", "has a parameter as its scheme", 0, "write the scheme\nwrite //h/b to match any"),
    ("*://h/b", "has a parameter as its scheme", 0, "write the scheme\nwrite //h/b to match any"),
    ("/a/:b c", "contains a space or a control character", 5, "use letters, digits, '_', and '-'"),
    ("/a/:", "has a parameter without a name", 3, "write a name after ':'"),
    ("/a/:b.c", "has a parameter with a name that contains '.'", 5, "use letters, digits, '_', and '-'"),
    ("/:a/b/:a", "has two parameters ':a'", 6, "rename one of them"),
    ("/a/**/b", "has '**' before its end", 3, "use '*' for one segment, and '**' only at the end"),
    ("/a*", "has '*' beside other characters", 2, segment),
    ("/{id}", "has a parameter in braces", 1, "write :id"),
    ("/a/{id:[0-9]+}", "has a parameter in braces", 3, "write :id"),
    ("/a/{*rest}", "has a parameter in braces", 3, "write **"),
    ("/a/<id>", "has a parameter in angle brackets", 3, "write :id"),
    ("/a/<int:id>/b", "has a parameter in angle brackets", 3, "write :id"),
    ("/a/<path:rest>", "has a parameter in angle brackets", 3, "write **"),
    ("/a/[id]", "has a parameter in brackets", 3, "write :id"),
    ("/a/[[...slug]]", "has a parameter in brackets", 3, "write **"),
    ("/a/$id", "has a parameter in the syntax of a variable", 3, "write :id\nwrite %24 for the character"),
    ("/a/../b", "has the segment '..', which is removed from each URL", 3, "remove it"),
    ("/a/%2e", "has the segment '%2e', which is removed from each URL", 3, "remove it"),
    (
      "/file-:id", "has ':' beside other characters", 6,
      "use a parameter as a whole segment\nwrite %3A for the character"
    ),
    (
      "/a/%4g", "has an invalid percent-encoding", 3,
      "write two hexadecimal digits after '%', and %25 for the character"
    ),
  ]

  /// The patterns with a character that needs an escape, and then the character's position and escape.
  private static let reserved = [
    ("/a/b<", "<", 4, "3C"), ("/a>b", ">", 2, "3E"), ("/[", "[", 1, "5B"), ("/a]/b", "]", 2, "5D"),
    (#"/a\b"#, #"\"#, 2, "5C"), ("/^", "^", 1, "5E"), ("/`a", "`", 1, "60"), ("/a|b", "|", 2, "7C"),
    ("/file-{id}", "{", 6, "7B"), (#"//a\b/c"#, #"\"#, 3, "5C"),
  ].map { ($0, "contains '\($1)'", $2, "write %\($3) for the character") }

  @Test(arguments: malformed + reserved)
  func `a malformed pattern or exclusion is an error with a caret`(
    pattern: String, message: String, offset: Int, remedy: String
  ) {
    #expect(
      problems(of: [pattern]) == """
        error: 1 problem in 1 route
        line + 1: error: a URLPattern of Route(SystemTime) \(message) [malformed-url-pattern]
            "\(pattern)"
             \(String(repeating: " ", count: offset))^
            To fix: \(remedy.replacing("\n", with: "\n        or: "))
        """)
    let exclusion = SharedFixtures.problems { timeRoute([URLPattern(excluding: pattern)]) }
    #expect(exclusion.contains("[malformed-url-pattern]"))
  }

  @Test func `patterns that match the same URLs are an error`() {
    let text = SharedFixtures.problems {
      timeRoute("notes://a/:id")
      storeRoute("Notes://A/:number")
    }
    #expect(
      text.withoutRemedies == """
        error: 1 problem in 2 routes
        line + 2: error: two routes have patterns that match the same URLs [url-conflict]
            "Notes://A/:number"
            line + 1: Route(SystemTime) has "notes://a/:id" first
        """)
    #expect(
      problems(of: ["/a/:b", "/a/:c"]) == """
        error: 1 problem in 1 route
        line + 1: error: Route(SystemTime) has two patterns that match the same URLs [url-conflict]
            "/a/:b" and "/a/:c"
            To fix: remove one of the two
        """)
    #expect(problems(of: ["/a", "/a"]).contains("\"/a\" twice"))
  }

  @Test(arguments: [
    (["/a/:b", "/a/*"], "/a/*", "/a/:b"), (["/*/b", "/:a/**"], "/*/b", "/:a/**"),
    (["/:x/**", "/*/**"], "/*/**", "/:x/**"), (["s://h/:a/b", "s://h/*/b"], "s://h/*/b", "s://h/:a/b"),
  ])
  func `a pattern that no URL reaches is a warning`(patterns: [String], shadowed: String, by winner: String) {
    #expect(
      problems(of: patterns) == """
        line + 1: warning: no URL can reach "\(shadowed)" [url-shadowed]
            every URL that it matches also matches "\(winner)", which is more specific
            line + 1: Route(SystemTime) has "\(winner)"
            To fix: remove one of the two
                or: make this one more specific
        """)
  }

  @Test func `an exclusion of all URLs of a pattern is reported as an exclusion`() {
    let shadowed = SharedFixtures.problems {
      timeRoute([URLPattern("notes://a/*")])
      storeRoute([URLPattern(excluding: "notes://a/:p")])
    }
    #expect(
      shadowed.withoutRemedies == """
        line + 1: warning: no URL can reach "notes://a/*" [url-shadowed]
            URLPattern(excluding: "notes://a/:p") excludes every URL that it matches
            line + 2: Route(MemoryStore) has URLPattern(excluding: "notes://a/:p")
        """)
    let conflict = SharedFixtures.problems {
      timeRoute([URLPattern("notes://a/:p")])
      storeRoute([URLPattern(excluding: "notes://a/:q")])
    }
    #expect(
      conflict.withoutRemedies == """
        error: 1 problem in 2 routes
        line + 2: error: a route excludes every URL of another route's pattern [url-conflict]
            URLPattern(excluding: "notes://a/:q") excludes every URL of "notes://a/:p"
            line + 1: Route(SystemTime) has "notes://a/:p"
        """)
    let own = SharedFixtures.problems {
      timeRoute([URLPattern(excluding: "/a/:x"), URLPattern("/a/:y")])
    }
    #expect(
      own.withoutRemedies == """
        error: 1 problem in 1 route
        line + 1: error: Route(SystemTime) excludes every URL of its own pattern [url-conflict]
            URLPattern(excluding: "/a/:x") excludes every URL of "/a/:y"
        """)
  }

  @Test func `a useless exclusion is reported as an exclusion`() {
    let text = SharedFixtures.problems {
      timeRoute([URLPattern("/a/:b"), URLPattern(excluding: "/a/*")])
    }
    #expect(
      text.withoutRemedies == """
        line + 1: warning: URLPattern(excluding: "/a/*") excludes no URL [url-shadowed]
            every URL that it matches also matches "/a/:b", which is more specific
            line + 1: Route(SystemTime) has "/a/:b"
        """)
  }

  @Test func `an exclusion that shares no URL with a pattern is a warning`() throws {
    let text = SharedFixtures.problems {
      timeRoute([
        URLPattern("https://notes.example/open/**"), URLPattern(excluding: "https://notes.example/opne/help"),
      ])
    }
    #expect(
      text == """
        line + 1: warning: URLPattern(excluding: "https://notes.example/opne/help") excludes no URL [url-shadowed]
            no pattern matches a URL that it matches
            To fix: write the scheme, the host, and the beginning of the path as in the pattern of these URLs
                or: remove it
        """)
    let extended = try registry(of: ["/time/**"]).extending {
      storeRoute([URLPattern(excluding: "/time/help")])
    }
    #expect(extended.diagnostics.filter { $0.code == .urlShadowed }.isEmpty)
  }

  @Test func `a profile or another module can have the pattern of an exclusion`() throws {
    struct Help: RouteModule {
      var routes: Routes { timeRoute([URLPattern("/a"), URLPattern(excluding: "/help/drafts")]) }
    }
    #expect(try Registry.isolating(RoutesBuilder.buildExpression(Help())).diagnostics.isEmpty)
    let profiled = try Registry {
      Help()
      When(Profile("draft")) { storeRoute("/help/:page") }
    }
    #expect(profiled.diagnostics.filter { $0.code == .urlShadowed }.isEmpty)
  }

  @Test(
    arguments: [
      ("/a/**", "/a", true), ("/a/:b", "/*/c", true), ("/**", "/:a/:b", true), ("/:a", "/a/**", true),
      ("s://h/a", "//h/a", true), ("s://h/a", "t://h/a", false), ("//h/a", "//i/a", false),
      ("/a/b", "/a", false),
      ("/a/b/**", "/a", false), ("/a/:b", "/c/*", false),
    ] as [(String, String, Bool)])
  func `an exclusion shares a URL with a pattern`(pattern: String, exclusion: String, isUseful: Bool) {
    let text = SharedFixtures.problems { timeRoute([URLPattern(pattern), URLPattern(excluding: exclusion)]) }
    #expect(text.contains("no pattern matches a URL that it matches") == !isUseful)
  }

  @Test func `a pattern that a pattern of the base shadows is a warning`() throws {
    let extended = try registry(of: ["/time/:zone"]).extending { storeRoute("/time/*", "/:store/**") }
    #expect(extended.match("/time/x")?.destination == "SystemTime")
    let found = extended.diagnostics.filter { $0.code == .urlShadowed }
    #expect(found.map(\.message) == ["no URL can reach \"/time/*\""])
  }

  @Test func `a pattern that several patterns shadow together names them`() {
    #expect(
      problems(of: ["/:a", "/:a/**", "/*/**"]).withoutRemedies == """
        line + 1: warning: no URL can reach "/*/**" [url-shadowed]
            every URL that it matches also matches "/:a" or "/:a/**", which is more specific
            line + 1: Route(SystemTime) has "/:a"
            line + 1: Route(SystemTime) has "/:a/**"
        """)
  }

  @Test(arguments: [
    ["/a/:b", "/*/b"], ["/:a", "/**"], ["/a/*", "/a/**"], ["//h/:a", "/*"], ["/:a/b", "/*/c"],
    ["/:a", "/*/**"],
    ["/a", "/**"], ["//h/a", "s://h/a", "s:/a", "/a"], ["/a", "/a/"], ["/:a/b", "/b/:a"], ["/a%2Fb", "/a/b"],
    ["/a", "/A"], ["/a:1", "/a$b", "/$1", "/12:30"], ["//h/", "//h:80/"], ["/*/a", "/:x/b"],
    ["/**", "/:a", "/:a/:b"], ["//h/", "//h/:a", "//h/**"], ["/", "/:a", "/:a/:b", "/**"],
    ["/", "/:a/**", "/**"],
  ])
  func `patterns that match different URLs, and that a URL reaches, are accepted`(patterns: [String]) {
    #expect(problems(of: patterns).isEmpty)
  }

  @Test func `a parent without a pattern is an error`() {
    let text = SharedFixtures.problems {
      timeRoute([
        URLPattern("notes://list/:folder"),
        URLPattern("notes://a/:folder", through: "notes://lists/:folder"),
        URLPattern("notes://b", through: "x://nowhere"),
      ])
    }
    #expect(
      text == """
        error: 2 problems in 1 route
        line + 1: error: no pattern matches the parent of "notes://a/:folder" [missing-url-parent]
            URLPattern("notes://a/:folder", through: "notes://lists/:folder")
            To fix: add URLPattern("notes://lists/:folder") to the route of the parent screen (did you mean "notes://list/:folder"?)
                or: add the module that has it to the registry
        line + 1: error: no pattern matches the parent of "notes://b" [missing-url-parent]
            URLPattern("notes://b", through: "x://nowhere")
            To fix: add URLPattern("x://nowhere") to the route of the parent screen
                or: add the module that has it to the registry
        """)
  }

  @Test func `the parent of an early registry's pattern can come later`() throws {
    let early = try Registry(stage: .early) { timeRoute([URLPattern("/note", through: "/folder")]) }
    #expect(early.diagnostics.isEmpty)
    #expect(try early.extending { storeRoute("/folder") }.plan(for: "/note").steps.count == 2)
    let missing = try #require(throws: RegistryError.self) { try early.extending { storeRoute("/shelf") } }
    #expect(missing.diagnostics.map(\.code) == [.missingURLParent])
  }

  @Test func `an excluded parent is an error`() {
    let text = SharedFixtures.problems {
      timeRoute([URLPattern("notes://a/:id", through: "notes://b/:id"), URLPattern("notes://b/**")])
      storeRoute([URLPattern(excluding: "notes://b/*")])
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 1: error: an exclusion takes the parent of "notes://a/:id" [missing-url-parent]
            URLPattern("notes://a/:id", through: "notes://b/:id")
            line + 2: Route(MemoryStore) has URLPattern(excluding: "notes://b/*")
            To fix: remove the exclusion
                or: choose another parent
        """)
  }

  @Test func `only the direct child reports a missing parent`() {
    let text = SharedFixtures.problems {
      timeRoute([
        URLPattern("/note", through: "/folder"), URLPattern("/folder", through: "/shelf"),
        URLPattern("/shelf", through: "/entrance"),
      ])
    }
    #expect(
      text.outline == """
        error: 1 problem in 1 route
        line + 1: error [missing-url-parent]
            URLPattern("/shelf", through: "/entrance")
        """)
  }

  @Test func `a parent with other parameters is an error`() {
    let text = SharedFixtures.problems {
      timeRoute([
        URLPattern("/list/:folder"), URLPattern("/note/:id", through: "/list/:ids"),
        URLPattern("/note", through: "/list/*"),
      ])
    }
    #expect(
      text == """
        error: 2 problems in 1 route
        line + 1: error: a URLPattern of Route(SystemTime) has a parent with ':ids', which "/note/:id" does not have [malformed-url-pattern]
            "/list/:ids"
                   ^
            To fix: did you mean :id?
        line + 1: error: a URLPattern of Route(SystemTime) has a parent with '*', for which there is no value [malformed-url-pattern]
            "/list/*"
                   ^
            To fix: write the segment, or a parameter of "/note"
        """)
  }

  @Test func `the caret of a parent skips a longer name with the same beginning`() {
    let text = SharedFixtures.problems { timeRoute([URLPattern("/note/:idx", through: "/list/:idx/:id")]) }
    #expect(text.contains("    \"/list/:idx/:id\"\n                ^\n"), "\(text)")
  }

  @Test func `a cycle of parents is an error`() {
    let text = SharedFixtures.problems {
      timeRoute([
        URLPattern("/a", through: "/b"), URLPattern("/b", through: "/a"), URLPattern("/c", through: "/a"),
        URLPattern("/d", through: "/d"),
      ])
    }
    #expect(
      text.withoutRemedies == """
        error: 2 problems in 1 route
        line + 1: error: the parents of a deep link form a cycle [url-parent-cycle]
            "/a" → "/b" → "/a"
        line + 1: error: the parents of a deep link form a cycle [url-parent-cycle]
            "/d" → "/d"
        """)
  }

  @Test func `the rule compares patterns with the base's patterns`() throws {
    let line = #line
    let base = try Registry { timeRoute("/now", "/time/:zone") }
    let extending = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.extending {
        storeRoute([URLPattern("/time/:place"), URLPattern("/store", through: "/time/x")])
      }
    }
    // The screen below is in the base.
    #expect(
      extending.outline == """
        error: 1 problem in 2 routes
        line + 4: error [url-conflict]
            "/time/:place"
            line + 1: Route(SystemTime) has "/time/:zone" first
        """)
    let overriding = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding { timeRoute("/tine/:zone") }
    }
    #expect(
      overriding.outline == """
        error: 1 problem in 2 routes
        line + 1: error [unknown-override]
        """)
  }

  @Test func `an isolated module's override can add a pattern`() throws {
    let isolated = try Registry.isolating(RoutesBuilder.buildExpression(timeRoute("/time")))
    let text = problemsOfDeriving { () throws(RegistryError) in
      try isolated.overriding { timeRoute("/time", "/tine") }
    }
    #expect(text == "")
  }

  @Test func `an isolated module's pattern can lead through another module's`() throws {
    let pattern = URLPattern("notes://list/:id/time", through: "notes://list/:id")
    let isolated = try Registry.isolating(RoutesBuilder.buildExpression(timeRoute([pattern])))
    let url = "notes://list/1/time"
    #expect(try isolated.plan(for: url).steps.map(\.url) == [url])
    let whole = try isolated.overriding { storeRoute([URLPattern("notes://list/:id")]) }
    #expect(try whole.plan(for: url).steps.map(\.url) == ["notes://list/1", url])
  }

  @Test func `a URL makes its route reachable`() throws {
    #expect(try notes(.unreachableRoute) { timeRoute("/time") }.isEmpty)
  }

  @Test func `the article shows the printed diagnostics`() throws {
    let text = problems(of: ["notes://list/:id/notes/:id"]).split(separator: "\n").dropFirst()
      .joined(separator: "\n")
      .replacing("line + 1", with: "Notes/NotesModule.swift:12").replacing("SystemTime", with: "Editor")
    let article = try String(
      contentsOf: URL(filePath: #filePath)
        .appending(path: "../../../../Documentation.docc/URLsAndDeepLinks.md").standardizedFileURL,
      encoding: .utf8)
    #expect(article.contains("```text\n\(text)\n```"), "\(text)")
  }

  @Test func `the more specific pattern of the base is the parent`() throws {
    let note = URLPattern("/notes/:id", through: "/notes/all")
    let extended = try registry(of: ["/notes/all"]).extending { storeRoute([note]) }
    #expect(try extended.plan(for: "/notes/7").steps.map(\.url) == ["/notes/all", "/notes/7"])
    let test = try extended.overriding { storeRoute(named: "test", [note]) }
    #expect(try test.plan(for: "/notes/7").steps.count == 2)
  }
}
