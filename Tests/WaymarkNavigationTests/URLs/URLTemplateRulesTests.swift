import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

@MainActor
@Suite("Rule: URLs with properties can be read and fit the configuration")
struct URLTemplateRulesTests: RouteVocabulary {
  struct Settings {
    var id = 0
    var name: String?
    var computed: Int {
      get { id }
      set { id = newValue }
    }
  }
  final class Shared { var id = 0 }
  @MainActor struct Isolated {
    var id = 0
    var computed: Int {
      get { id }
      set { id = newValue }
    }
  }

  /// A route of the time with a configuration, which these patterns fill.
  private func filled(_ patterns: URLPattern..., line: Int = #line) -> Route {
    Route(SystemTime.self, configuration: { Settings() }, line: line) {
      Service<any TimeSource>()
      for pattern in patterns { pattern }
    } make: { _, _ in
      SystemTime()
    }
  }

  /// Returns the parts of the message for a malformed template.
  private func parts(_ template: URLTemplate<Settings>) -> [String] {
    guard case .failure(let problem) = URLPattern(for: Settings.self, template).parsed else { return [] }
    return [problem.message, problem.picture, problem.remedy]
  }

  @Test func `a template for another configuration is an error`() {
    let line = #line
    let found = problems(line: line) {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
        URLPattern(for: Settings.self, "/a/\(\.id)")
      } make: { _, _ in
        Editor()
      }
      Route(Editor.self) {
        View<any EditorInput>()
        URLPattern(for: Settings.self, "/b/\(\.id)?name=\(\.name)")
      }
    }
    #expect(
      found == """
        error: 2 problems in 2 routes
        line + 2: error: a URLPattern of Route(Editor) fills a Settings, but the route is configured with an EditorConfiguration [url-configuration-mismatch]
            URLPattern(for: Settings.self, "/a/:id")
            To fix: write URLPattern(for: EditorConfiguration.self, …)
        line + 8: error: a URLPattern of Route(Editor) fills a Settings, but the route has no configuration [url-configuration-mismatch]
            URLPattern(for: Settings.self, "/b/:id")
            To fix: add configuration: to the route
                or: write the pattern with :name instead of properties
        """)
  }

  @Test func `a URL of a route without a default configuration is an error`() {
    let found = problems {
      Route(Editor.self, configuration: EditorConfiguration.self) {
        ViewModule<any EditorModuleConfig>()
        URLPattern("/a")
      } make: { _, _ in
        Editor()
      }
    }
    #expect(
      found == """
        error: 1 problem in 1 route
        line + 1: error: Route(Editor) needs EditorConfiguration from its caller, and a request by URLPattern("/a") has none [required-configuration]
            To fix: remove URLPattern("/a")
                or: declare a default, with configuration: { EditorConfiguration(…) }
        """)
  }

  @Test func `an optional in the path is an error`() {
    let line = #line
    let found = problems(line: line) {
      filled(URLPattern(for: Settings.self, "/a/\(\.name)/b"))
    }
    #expect(
      found == """
        error: 1 problem in 1 route
        line + 2: error: a URLPattern of Route(SystemTime) has the optional property 'name' in its path, where a value cannot be missing [malformed-url-pattern]
            "/a/"
                ^
            To fix: make it not optional
                or: move it to the query, as in ?name=\\(\\.name)
        """)
  }

  @Test func `an unnamed property in the path is an error`() {
    let expected = [
      "has a property in its path whose name is not known, because it is computed or belongs to a class",
      "\"/a/\"\n        ^", "name it, as in \\(\\.property, named: \"id\")",
    ]
    #expect(parts("/a/\(\.computed)") == expected)
    guard case .failure(let problem) = URLPattern(for: Shared.self, "/a/\(\.id)").parsed else {
      Issue.record("a property of a class has no name")
      return
    }
    #expect([problem.message, problem.picture, problem.remedy] == expected)
    #expect(parts("/a/\(\.computed, named: "id")").isEmpty && parts("/a?c=\(\.computed)").isEmpty)
  }

  @Test func `a main-actor computed property is an error`() {
    let line = #line
    let found = problems(line: line) {
      Route(Editor.self, configuration: { Isolated() }) {
        View<any EditorInput>()
        URLPattern(for: Isolated.self, "/a/\(\.id)/\(\.computed, named: "b")")
        URLPattern(for: Isolated.self, "/b?id=\(\.id)&c=\(\.computed)")
      } make: { _, _ in
        Editor()
      }
    }
    #expect(
      found == """
        error: 2 problems in 1 route
        line + 2: error: a URLPattern of Route(Editor) has a key path that cannot be used on any thread [malformed-url-pattern]
            "/a/:id/"
                    ^
            To fix: use a stored property of a struct
                or: read the value in the route's open: closure
        line + 2: error: a URLPattern of Route(Editor) has a key path that cannot be used on any thread [malformed-url-pattern]
            "/b?id=\\(\\.id)&c="
                             ^
            To fix: use a stored property of a struct
                or: read the value in the route's open: closure
        """)
  }

  @Test(arguments: ["x", "", "x/y"]) func `a property needs its own segment`(_ front: String) {
    let expected = ["has a property beside other characters", "use it as a whole segment"]
    var pieces = URLTemplate<Settings>.StringInterpolation(literalCapacity: 0, interpolationCount: 1)
    pieces.appendLiteral(front)
    pieces.appendInterpolation(\.id)
    let found = parts(URLTemplate(stringInterpolation: pieces))
    #expect([found.first, found.last] == expected)
  }

  @Test func `a slash follows a property`() {
    for template in ["/a/\(\.id)b", "/a/\(\.id)\(\.computed, named: "c")"] as [URLTemplate<Settings>] {
      #expect(
        parts(template) == [
          "has a property beside other characters", "\"/a/:id\"\n           ^", "use it as a whole segment",
        ])
    }
  }

  @Test func `a query has only names and properties`() {
    let templates: [URLTemplate<Settings>] = [
      "/a?", "/a?b=1", "/a?\(\.id)", "/a?=\(\.id)", "/a?x=\(\.id)y=\(\.name)", "/a?x=\(\.id)zy=\(\.name)",
      "/a?x=\(\.id)&", "/a?x=y=\(\.id)", "/a?x=\(\.id)&&y=\(\.name)", "/a?%zz=\(\.id)",
    ]
    for template in templates {
      let found = parts(template)
      #expect(found.first == "has something in its query that is not a name and a property", "\(template)")
      #expect(found.last == "write it as in ?page=\\(\\.page), with & between two")
    }
  }

  @Test func `a parameter is declared once`() {
    let templates: [URLTemplate<Settings>] = [
      "/a/\(\.id)?id=\(\.name)", "/a?id=\(\.id)&id=\(\.name)", "/a/:id?id=\(\.name)", "/a/\(\.id)/\(\.id)",
      "/a/\(\.id)/:id",
    ]
    for template in templates {
      #expect(
        ["has two parameters 'id'", "has two parameters ':id'"].contains(parts(template).first), "\(template)"
      )
    }
    #expect(parts("/a/**?**=\(\.name)").first == "has two parameters '**'")
  }

  @Test func `the other parts of a template follow a pattern's rules`() {
    #expect(
      parts("/a/\(\.id)#b") == [
        "has a fragment", "\"/a/:id\"\n           ^", "remove it: the fragment is a parameter of every URL",
      ])
    #expect(parts("notes://\(\.id)/a").first == "has a parameter as its host")
    #expect(parts("/a/\(\.id, named: "i d")").first == "contains a space or a control character")
    #expect(parts("notes://a/\(\.id)/**").isEmpty)
  }

  @Test func `templates conflict like patterns`() {
    let line = #line
    let found = problems(line: line) {
      filled(URLPattern(for: Settings.self, "/a/\(\.id)", through: "/b/\(\.id)"), URLPattern("/a/:x"))
    }
    #expect(
      found.outline == """
        error: 2 problems in 1 route
        line + 2: error [url-conflict]
            "/a/:id" and "/a/:x"
        line + 2: error [missing-url-parent]
            URLPattern("/a/:id", through: "/b/:id")
        """)
  }

  @Test func `a property of a parent needs its own segment`() {
    let template: URLTemplate<Settings> = "/notes/\(\.id)"
    let pattern = URLPattern(for: Settings.self, template, through: "/list/x\(\.id)")
    guard case .failure(let problem) = pattern.parsed else {
      Issue.record("accepted as the literal segment x:id")
      return
    }
    #expect(problem.message == "has a property beside other characters")
  }
}
