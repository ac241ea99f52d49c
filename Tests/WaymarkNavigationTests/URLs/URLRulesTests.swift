import Foundation
import SharedFixtures
import Testing
import Waymark

@Suite("Rules: URL patterns are valid, distinct, and reachable")
struct URLRulesTests: RouteVocabulary {
  private func problems(of patterns: [String]) -> String {
    SharedFixtures.problems(line: #line) {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        for pattern in patterns { URLPattern(pattern) }
      }
    }
  }

  private struct Links: RouteModule {
    let number: Int
    var routes: Routes {
      Route(Editor.self) {
        Identifier("editor"); View<any EditorInput>(); URLPattern("notes://editor/:id")
      }
    }
  }

  @Test func `two modules of one type can't have the same pattern`() throws {
    let error = try #require(throws: RegistryError.self) {
      try Registry {
        Links(number: 1)
        Links(number: 2)
      }
    }
    let line = error.diagnostics.first?.location.line ?? 0
    let file = #fileID
    #expect(error.diagnostics.map(\.code) == [.duplicateIdentifier, .duplicateProvision, .urlConflict])
    #expect(
      "\(error.diagnostics[2])" == """
        \(file):\(line): error: a pattern is declared twice by the same declaration [url-conflict]
            "notes://editor/:id"
            \(file):\(line): declared here first
            To fix: list its module once
                or: give each route a pattern of its own
        """)
  }

  @Test(
    arguments: [
      ("", "is empty", 0, "write a path such as /editor/:id, with a scheme and a host if they matter"),
      ("a/b", "does not begin with a slash, a host, or a scheme", 0, "write /a/b, or scheme://a/b"),
      (
        "/a?b", "has a query", 2,
        "remove it: the items of a query and the fragment are parameters of every URL"
      ),
      (
        "/a#b", "has a fragment", 2,
        "remove it: the items of a query and the fragment are parameters of every URL"
      ),
      ("/a b", "contains a space or a control character", 2, "percent-encode it, as in %20"),
      (
        "s_s://a", "has a scheme that contains '_'", 1,
        "use letters, and after the first one also digits, '+', '-', and '.'"
      ),
      (
        "1a://h", "has a scheme that contains '1'", 0,
        "use letters, and after the first one also digits, '+', '-', and '.'"
      ),
      (
        "s://:a/b", "has a parameter as its host", 4, "write the host\nomit it to match any"
      ),
      ("s://u@h/b", "has a user name in front of its host", 5, "remove the user name"),
      ("/a/:", "has a parameter without a name", 3, "write a name after ':'"),
      ("/a/:b.c", "has a parameter with a name that contains '.'", 5, "use letters, digits, '_', and '-'"),
      ("/:a/b/:a", "has two parameters ':a'", 6, "rename one of them"),
      ("/a/**/b", "has '**' before its end", 3, "use '*' for one segment, and '**' only at the end"),
      (
        "/a*", "has '*' beside other characters", 2,
        "use it as a whole segment\nwrite %2A for the character"
      ),
      ("/{id}", "has a parameter in braces", 1, "write :id"),
      ("/a/{id:[0-9]+}", "has a parameter in braces", 3, "write :id"),
      ("/a/{*rest}", "has a parameter in braces", 3, "write **"),
      ("/a/<id>", "has a parameter in angle brackets", 3, "write :id"),
      ("/a/<int:id>/b", "has a parameter in angle brackets", 3, "write :id"),
      ("/a/<path:rest>", "has a parameter in angle brackets", 3, "write **"),
      ("/a/[id]", "has a parameter in brackets", 3, "write :id"),
      ("/a/[[...slug]]", "has a parameter in brackets", 3, "write **"),
      (
        "/a/$id", "has a parameter in the syntax of a variable", 3, "write :id\nwrite %24 for the character"
      ),
      (
        "/file-:id", "has ':' beside other characters", 6,
        "use a parameter as a whole segment\nwrite %3A for the character"
      ),
      ("/a/b<", "contains '<'", 4, "write %3C for the character"),
      ("/a>b", "contains '>'", 2, "write %3E for the character"),
      ("/[", "contains '['", 1, "write %5B for the character"),
      ("/a]/b", "contains ']'", 2, "write %5D for the character"),
      (#"/a\b"#, #"contains '\'"#, 2, "write %5C for the character"),
      ("/^", "contains '^'", 1, "write %5E for the character"),
      ("/`a", "contains '`'", 1, "write %60 for the character"),
      ("/a|b", "contains '|'", 2, "write %7C for the character"),
      ("/file-{id}", "contains '{'", 6, "write %7B for the character"),
      (#"//a\b/c"#, #"contains '\'"#, 3, "write %5C for the character"),
      ("/a\u{A0}b", "contains a space or a control character", 2, "percent-encode it, as in %20"),
      ("/a/../b", "has the segment '..', which is removed from each URL", 3, "remove it"),
      ("/a/%2e", "has the segment '%2e', which is removed from each URL", 3, "remove it"),
      (
        "s://h:id/b", "has a port that is not a number up to 65535", 6, "write a number\nomit it to match any"
      ),
      (
        "s://h:65536", "has a port that is not a number up to 65535", 6,
        "write a number\nomit it to match any"
      ),
      (
        "https://café.example/a", "has a host that is not ASCII, which no system passes", 11,
        "write xn--caf-dma.example"
      ),
      (
        "https://caf%C3%A9.example/a", "has a host that is not ASCII, which no system passes", 8,
        "write xn--caf-dma.example"
      ),
      (
        "/a/%4g", "has an invalid percent-encoding", 3,
        "write two hexadecimal digits after '%', and %25 for the character"
      ),
    ] as [(String, String, Int, String)])
  func `a malformed pattern is an error with a caret`(
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
  }

  @Test func `patterns that match the same URLs are an error`() {
    let text = SharedFixtures.problems {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        URLPattern("notes://a/:id")
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        URLPattern("Notes://A/:number")
      }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 5: error: two routes have patterns that match the same URLs [url-conflict]
            "Notes://A/:number"
            line + 1: Route(SystemTime) has "notes://a/:id" first
            To fix: change one of them
                or: remove it
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
    ["/a/:b", "/a/*", "/a/**"], ["//h/a", "s://h/a", "s:/a", "/a"], ["/a", "/a/"], ["/:a/b", "/b/:a"],
    ["/a%2Fb", "/a/b"],
    ["/a", "/A"], ["/a:1", "/a$b", "/$1", "/12:30"], ["//h/", "//h:80/"], ["/*/a", "/:x/b"],
    ["/**", "/:a", "/:a/:b"],
  ])
  func `patterns that match different URLs are accepted`(patterns: [String]) {
    #expect(!problems(of: patterns).contains("url-conflict"))
  }

  @Test(arguments: [
    (["/a/:b", "/a/*"], "/a/*", "/a/:b"), (["/*/b", "/:a/**"], "/*/b", "/:a/**"),
    (["/:x/**", "/*/**"], "/*/**", "/:x/**"),
    (["s://h/:a/b", "s://h/*/b"], "s://h/*/b", "s://h/:a/b"),
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

  @Test func `a pattern that a pattern of the base shadows is a warning`() throws {
    let base = try Registry {
      Route(SystemTime.self) {
        Service<any TimeSource>(); URLPattern("/time/:zone")
      }
    }
    let extended = try base.extending {
      Route(MemoryStore.self) {
        Service<any NoteStore>(); URLPattern("/time/*"); URLPattern("/:store/**")
      }
    }
    #expect(extended.match("/time/x")?.destination == "SystemTime")
    #expect(
      extended.diagnostics.filter { $0.code == .urlShadowed }.map(\.message) == [
        "no URL can reach \"/time/*\""
      ])
  }

  @Test(arguments: [
    ["/a/:b", "/*/b"], ["/:a", "/**"], ["/a/*", "/a/**"], ["//h/:a", "/*"], ["/:a/b", "/*/c"],
    ["/:a", "/*/**"], ["/a", "/**"],
  ])
  func `a pattern that a URL reaches is accepted`(patterns: [String]) {
    #expect(problems(of: patterns).isEmpty)
  }

  @Test func `a parent without a pattern is an error`() {
    let text = SharedFixtures.problems {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        URLPattern("notes://list/:folder")
        URLPattern("notes://a/:folder", through: "notes://lists/:folder")
        URLPattern("notes://b", through: "x://nowhere")
      }
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

  @Test func `only the direct child reports a missing parent`() {
    let text = SharedFixtures.problems {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        URLPattern("/note", through: "/folder")
        URLPattern("/folder", through: "/shelf")
        URLPattern("/shelf", through: "/entrance")
      }
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
      Route(SystemTime.self) {
        Service<any TimeSource>()
        URLPattern("/list/:folder")
        URLPattern("/note/:id", through: "/list/:ids")
        URLPattern("/note", through: "/list/*")
      }
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
    let text = SharedFixtures.problems {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        URLPattern("/note/:idx", through: "/list/:idx/:id")
      }
    }
    #expect(text.contains("    \"/list/:idx/:id\"\n                ^\n"), "\(text)")
  }

  @Test func `a cycle of parents is an error`() {
    let text = SharedFixtures.problems {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        URLPattern("/a", through: "/b")
        URLPattern("/b", through: "/a")
        URLPattern("/c", through: "/a")
        URLPattern("/d", through: "/d")
      }
    }
    #expect(
      text == """
        error: 2 problems in 1 route
        line + 1: error: the parents of a deep link form a cycle [url-parent-cycle]
            "/a" → "/b" → "/a"
            To fix: remove one 'through:'
        line + 1: error: the parents of a deep link form a cycle [url-parent-cycle]
            "/d" → "/d"
            To fix: remove one 'through:'
        """)
  }

  @Test func `the rule compares patterns with the base's patterns`() throws {
    let base = try Registry {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        URLPattern("/time/:zone")
      }
    }
    let extending = problemsOfDeriving { () throws(RegistryError) in
      try base.extending {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          URLPattern("/time/:place")
          URLPattern("/store", through: "/time/x")
        }
      }
    }
    #expect(
      extending.contains("line + 2: error: two routes have patterns that match the same URLs [url-conflict]"))
    #expect(!extending.contains("missing-url-parent"), "the screen below is in the base")
    let overriding = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding {
        Route(SystemTime.self) {
          Service<any TimeSource>()
          URLPattern("/tine/:zone")
        }
      }
    }
    #expect(
      overriding.outline == """
        error: 1 problem in 2 routes
        line + 2: error [unknown-override]
        """)
  }

  @Test func `a conflict with the base names the pattern of the base`() throws {
    let line = #line
    let base = try Registry {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        URLPattern("/now")
        URLPattern("/time/:zone")
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.extending {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          URLPattern("/time/:place")
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 10: error [url-conflict]
            "/time/:place"
            line + 2: Route(SystemTime) has "/time/:zone" first
        """)
  }

  @Test func `a URL makes its route reachable`() throws {
    let found = try notes(.unreachableRoute) {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        URLPattern("/time")
      }
    }
    #expect(found.isEmpty)
  }

  @Test func `the article shows the printed diagnostics`() throws {
    let text = problems(of: ["notes://list/:id/notes/:id"]).split(separator: "\n").dropFirst().joined(
      separator: "\n"
    )
    .replacing("line + 1", with: "Notes/NotesModule.swift:12").replacing("SystemTime", with: "Editor")
    let article = try String(
      contentsOf: URL(filePath: #filePath)
        .appending(path: "../../../../Documentation.docc/URLsAndDeepLinks.md").standardizedFileURL,
      encoding: .utf8)
    #expect(article.contains("```text\n\(text)\n```"), "\(text)")
  }

  @Test func `the more specific pattern of the base is the parent`() throws {
    let base = try Registry {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        URLPattern("/notes/all")
      }
    }
    let extended = try base.extending {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        URLPattern("/notes/:id", through: "/notes/all")
      }
    }
    #expect(try extended.plan(for: "/notes/7").steps.map(\.url) == ["/notes/all", "/notes/7"])
    let test = try extended.overriding {
      Route({ MemoryStore(name: "test") }) {
        Service<any NoteStore>()
        URLPattern("/notes/:id", through: "/notes/all")
      }
    }
    #expect(try test.plan(for: "/notes/7").steps.count == 2)
  }
}
