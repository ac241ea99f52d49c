import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

@testable import WaymarkGraph

@Suite("The graph as a page")
struct RouteGraphHTMLTests: RouteVocabulary {
  private func registry() throws -> Registry {
    try Registry {
      shared({ MemoryStore() }, Service<any NoteStore>())
      Route({ @Sendable (_: any NoteStore) in SystemTime() }) {
        Service<any TimeSource>()
        Singleton()
        Identifier("time")
      }
    }
  }

  @Test func `the script's data lists modules, nodes, edges, and diagnostics`() throws {
    let registry = try registry()
    let page = try WrittenPage(registry.graph.html(title: "Notes", diagnostics: registry.diagnostics))
    #expect(page.data["modules"] as? [String] == ["WaymarkGraphTests"])
    let time = try page.node("SystemTime")
    #expect(time["id"] as? String == "WaymarkGraphTests.SystemTime")
    #expect(time["lifetime"] as? String == "singleton")
    #expect(time["provides"] as? [String] == ["Service<any TimeSource>"])
    #expect(time["identifiers"] as? [String] == ["time"])
    #expect(try #require(time["place"] as? String).contains("WaymarkGraphTests/RouteGraphHTMLTests.swift:"))
    // Values that most nodes have are left out.
    #expect(time["kind"] == nil && time["role"] == nil && time["isOpen"] == nil)
    #expect(page.edges == ["SystemTime → MemoryStore isCaptive"] && page.labels == ["parameter 1"])
    let problems = try #require(page.data["problems"] as? [[String: Any]])
    #expect(problems.map { $0["code"] as? String } == ["captive-dependency"])
    #expect(problems.map { $0["node"] as? Int } == [1])
    #expect(problems.map { $0["severity"] as? String } == ["warning"])
    #expect(problems.map { $0["message"] as? String } == registry.diagnostics.map(\.message))
    #expect(problems.map { $0["detail"] as? [String] } == [["SystemTime → MemoryStore"]])
    let remedy = try #require(registry.diagnostics.first?.remedy)
    #expect(remedy.contains("\n"), "each action is a line of the page")
    #expect(problems.map { $0["remedy"] as? [String] } == [remedy.split(separator: "\n").map(String.init)])
  }

  @Test func `the script's data has the related places of a diagnostic`() throws {
    let error = try #require(throws: RegistryError.self) {
      try Registry {
        shared({ MemoryStore() }, Service<any NoteStore>())
        shared({ MemoryStore() }, Service<any NoteStore>())
      }
    }
    let page = try WrittenPage(registry().graph.html(title: "Notes", diagnostics: error.diagnostics))
    let problems = try #require(page.data["problems"] as? [[String: Any]])
    let related = error.diagnostics.map { $0.related.map(\.description) }
    #expect(related.map(\.count) == [1] && problems.map { $0["related"] as? [String] } == related)
  }

  @Test func `the script's data has labels of edges, requirements, and nodes that hide properties`() throws {
    var node = TestNode(id: "M.A", needs: [("M.B", .eager, nil), ("M.B", .lazy, "property b")])
    node.showsProperties = false
    node.requires = ["Service<any NoteStore>"]
    let page = try WrittenPage(RouteGraph([node, TestNode(id: "M.B")]).html(title: "Labels"))
    #expect(page.labels == ["nothing", "property b"])
    #expect(page.nodes.map { $0["hidesProperties"] as? Bool } == [true, nil])
    #expect(page.nodes.map { $0["requires"] as? [String] } == [["Service<any NoteStore>"], nil])
  }

  @Test func `the page has each element that its script looks up`() throws {
    let page = try registry().graph.html(title: "Notes")
    let markup = page.replacing(#/<script[ >].*?</script>/#.dotMatchesNewlines(), with: "")
    let found = Set(markup.matches(of: #/ id="([^"]+)"/#).map { String($0.output.1) })
    let lookedUp = Set(PageFiles.script.matches(of: #/byID\("([^"]+)"\)/#).map { String($0.output.1) })
    #expect(lookedUp.count > 10)
    #expect(lookedUp.subtracting(found) == ["hide-others"], "the script adds this button itself")
  }

  @Test func `the content without scripts is a nested list with links`() throws {
    let registry = try registry()
    let page = try WrittenPage(registry.graph.html(title: "Notes", diagnostics: registry.diagnostics))
    let list = page.list
    #expect(list.contains("<p>2 nodes in 1 module."))
    #expect(list.contains("<summary>WaymarkGraphTests (2)</summary>"))
    #expect(
      list.contains(
        "<li id=\"r1\"><b>SystemTime</b> service, singleton, WaymarkGraphTests/RouteGraphHTMLTests.swift:"))
    #expect(list.contains("<li>provides: Service&lt;any TimeSource&gt;, time</li>"))
    #expect(list.contains("<li>needs: <a href=\"#r0\">MemoryStore</a> (captive)</li>"))
    #expect(list.contains("<li>needed by: <a href=\"#r1\">SystemTime</a> (captive)</li>"))
    #expect(list.contains("<li>retains <a href=\"#r0\">MemoryStore</a>, which has a shorter lifetime</li>"))
    #expect(list.contains("[captive-dependency] <a href=\"#r1\">"))
    let problem = try #require(registry.diagnostics.first)
    #expect(list.contains("<li>warning: \(problem.message) [captive-dependency]"))
    let remedy = RemedyText.lines(of: try #require(problem.remedy))
    #expect(list.contains("</a><br>\(remedy.joined(separator: "<br>"))</li>"))
  }

  @Test func `every element of a page is closed`() throws {
    let registry = try registry()
    let markup = registry.graph.html(title: "Notes", diagnostics: registry.diagnostics)
      .replacing(#/<(script|style)[ >].*?</(script|style)>/#.dotMatchesNewlines(), with: "")
    var open: [Substring] = []
    for tag in markup.matches(of: #/<(/?)([a-z][a-z0-9]*)[^>]*?(/?)>/#) {
      let (_, end, name, void) = tag.output
      if !end.isEmpty {
        #expect(open.popLast() == name)
      } else if void.isEmpty, !["br", "hr", "input", "link", "meta"].contains(name) {
        open.append(name)
      }
    }
    #expect(open.isEmpty, "\(open)")
  }

  @Test func `a page loads nothing and allows only its own script and style`() throws {
    let page = try registry().graph.html(title: "Notes")
    #expect(!page.contains("http:") && !page.contains("https:") && !page.contains(" src="))
    #expect(page.matches(of: #/<script/#).count == 2 && page.matches(of: #/<style/#).count == 1)
    // `.ci/page-script` compares the digests with the script and the style.
    #expect(
      page.contains(
        """
        content="default-src 'none'; script-src '\(PageFiles.scriptDigest)'; style-src '\(PageFiles.styleDigest)'; \
        img-src data:; base-uri 'none'; form-action 'none'"
        """))
    #expect(
      page.contains("<script>\(PageFiles.script)</script>")
        && page.contains("<style>\(PageFiles.style)</style>"))
  }

  @Test func `equal graphs have equal pages`() throws {
    let graph = try RouteGraph.application(routes: 200)
    let copy = try RouteGraph(json: graph.json())
    #expect(graph.html(title: "Application") == copy.html(title: "Application"))
  }

  @Test func `a graph without routes is a page`() throws {
    let page = try WrittenPage(try Registry {}.graph.html(title: "Nothing"))
    #expect(page.nodes.isEmpty && page.list.contains("0 nodes in 0 modules."))
  }
}
