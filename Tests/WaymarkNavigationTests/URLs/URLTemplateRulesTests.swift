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
    parts(URLPattern(for: Settings.self, template))
  }

  private func parts(_ pattern: URLPattern) -> [String] {
    guard case .failure(let problem) = pattern.parsed else { return [] }
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

  @Test func `a malformed template has a message, a caret, and a remedy`() {
    let unnamed =
      "has a property in its path whose name is not known, because it is computed, has an observer, or belongs to a class"
    let beside = "has a property beside other characters"
    let query = "has something in its query that is not a name and a property"
    let afterProperty = "\"/a/:id\"\n           ^"
    let malformed: [([URLTemplate<Settings>], message: String, picture: String?, remedy: String?)] = [
      (["/a/\(\.computed)"], unnamed, "\"/a/\"\n        ^", "name it, as in \\(\\.property, named: \"id\")"),
      (
        ["/a/\(\.name)/b"], "has the optional property 'name' in its path, where a value cannot be missing",
        "\"/a/\"\n        ^", "make it not optional\nmove it to the query, as in ?name=\\(\\.name)"
      ),
      (["x\(\.id)", "\(\.id)", "x/y\(\.id)"], beside, nil, "use it as a whole segment"),
      (
        ["/a/\(\.id)b", "/a/\(\.id)\(\.computed, named: "c")"], beside, afterProperty,
        "use it as a whole segment"
      ),
      (
        [
          "/a?", "/a?b=1", "/a?\(\.id)", "/a?=\(\.id)", "/a?x=\(\.id)y=\(\.name)", "/a?x=\(\.id)zy=\(\.name)",
          "/a?x=\(\.id)&", "/a?x=y=\(\.id)", "/a?x=\(\.id)&&y=\(\.name)", "/a?%zz=\(\.id)",
        ], query, nil, "write it as in ?page=\\(\\.page), with & between two"
      ),
      (
        ["/a/\(\.id)?id=\(\.name)", "/a?id=\(\.id)&id=\(\.name)", "/a/:id?id=\(\.name)"],
        "has two parameters 'id'", nil, "rename one of them"
      ),
      (["/a/\(\.id)/\(\.id)", "/a/\(\.id)/:id"], "has two parameters ':id'", nil, "rename one of them"),
      (["/a/**?**=\(\.name)"], "has two parameters '**'", nil, "rename one of them"),
      (
        ["/a/\(\.id)#b"], "has a fragment", afterProperty,
        "remove it: the fragment is a parameter of every URL"
      ), (["notes://\(\.id)/a"], "has a parameter as its host", nil, nil),
      (
        ["/a/\(\.id, named: "a/id")"], "has a parameter with a name that contains '/'", "\"/a/\"\n        ^",
        "use letters, digits, '_', and '-'"
      ),
      (
        ["/a?page=\(\.id, named: "number")"],
        "has the parameter 'page' in its query, with another name in named:",
        nil, "remove named: \"number\"\nwrite number= in place of page="
      ), (["/a/\(\.id, named: "i d")"], "has a parameter with a name that contains ' '", nil, nil),
    ]
    for (templates, message, picture, remedy) in malformed {
      for template in templates {
        let found = parts(template)
        #expect(found.first?.hasPrefix(message) == true, "\(template)")
        if let picture { #expect(found[1] == picture, "\(template)") }
        if let remedy { #expect(found.last == remedy, "\(template)") }
      }
    }
    #expect(parts(URLPattern(for: Shared.self, "/a/\(\.id)")).first == unnamed)
    let parent: URLTemplate<Settings> = "/list/x\(\.id)"
    #expect(parts(URLPattern(for: Settings.self, "/notes/\(\.id)", through: parent)).first == beside)
    let computed: URLTemplate<Settings> = "/list/\(\.computed)"
    #expect(parts(URLPattern(for: Settings.self, "/notes/\(\.id)", through: computed)).first == unnamed)
    let sound: [URLTemplate<Settings>] = [
      "/a/\(\.computed, named: "id")", "/a?c=\(\.computed)", "/a?c=\(\.computed, named: "c")",
      "notes://a/\(\.id)/**",
    ]
    for template in sound { #expect(parts(template).isEmpty) }
  }

  @Test func `a main-actor computed property is an error`() {
    let templates: [(URLTemplate<Isolated>, picture: String)] = [
      ("/a/\(\.id)/\(\.computed, named: "b")", "\"/a/:id/\"\n            ^"),
      ("/b?id=\(\.id)&c=\(\.computed)", "\"/b?id=\\(\\.id)&c=\"\n                     ^"),
    ]
    let message = "has a key path that cannot be used on any thread"
    let remedy = "use a stored property of a struct\nread the value in the route's open: closure"
    for (template, picture) in templates {
      #expect(parts(URLPattern(for: Isolated.self, template)) == [message, picture, remedy])
    }
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
}
