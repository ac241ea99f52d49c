import Foundation
import SharedFixtures
import Testing
import WaymarkGraph
import WaymarkInspection

@testable import WaymarkCore

@Suite("A start in a page and in Chrome's trace format")
struct StartTraceTests: RouteVocabulary {
  private let report = StartReport(instances: [
    Self.instance("</script>\"Database", line: 1, begun: 1, made: 4, ended: 50),
    Self.instance("Log", line: 2, begun: 1, ended: 2),
    Self.instance("Cache", line: 3, waitsFor: [0], ready: 50, begun: 50, ended: 60),
  ])

  /// Returns an instance with times in milliseconds, with an asynchronous factory if `made` isn't nil.
  private static func instance(
    _ name: String, token: String? = nil, line: Int, waitsFor: [Int] = [], ready: Int = 0, begun: Int,
    made: Int? = nil, ended: Int
  ) -> StartReport.Instance {
    StartReport.Instance(
      name: name, tokenName: token, location: DeclarationLocation(fileID: "App/App.swift", line: line),
      isAsynchronous: made != nil, waitsFor: waitsFor, ready: .milliseconds(ready),
      begun: .milliseconds(begun), made: made.map { .milliseconds($0) }, ended: .milliseconds(ended))
  }

  @Test func `a trace has an event for each instance, in rows that don't overlap`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(report.chromeTrace().utf8))
    let events = try #require((object as? [String: Any])?["traceEvents"] as? [[String: Any]])
    #expect(events.map { $0["name"] as? String } == ["</script>\"Database", "Log", "Cache"])
    #expect(events.map { $0["tid"] as? Int } == [1, 2, 1])
    #expect(events.map { $0["ts"] as? Int } == [1000, 1000, 50000])
    #expect(events.map { $0["dur"] as? Int } == [49000, 1000, 10000])
    #expect(events.allSatisfy { $0["ph"] as? String == "X" })
    let arguments = events.compactMap { $0["args"] as? [String: Any] }
    #expect(arguments.map { $0["isCritical"] as? Bool } == [true, false, true])
    #expect(arguments.map { $0["waited"] as? Int } == [1000, 1000, 0])
    #expect(
      arguments.map { $0["place"] as? String } == ["App/App.swift:1", "App/App.swift:2", "App/App.swift:3"])
  }

  @Test func `a page has the times in microseconds`() throws {
    var node = TestNode(id: "App.Log")
    (node.fileID, node.line) = ("App/App.swift", 2)
    let page = try WrittenPage(RouteGraph([node]).html(title: "Start", start: report))
    let start = try #require(page.data["start"] as? [String: Any])
    #expect(start["duration"] as? Int == 60000 && start["critical"] as? [Int] == [0, 2])
    #expect(start["advice"] as? [String] == report.advice)
    let instances = try #require(start["instances"] as? [[String: Any]])
    #expect(instances.map { $0["node"] as? Int } == [nil, 0, nil])
    #expect(instances.map { $0["made"] as? Int } == [4000, nil, nil])
    #expect(page.list.contains("critical path: &lt;/script&gt;&quot;Database → Cache"))
  }

  @Test func `without scripts, a page shows the text of a measured start before the modules`() throws {
    let graph = try RouteGraph([TestNode(id: "App.Log")])
    let page = try WrittenPage(graph.html(title: "Start", start: report))
    let found = try #require(
      page.list.firstMatch(of: #/<h2>Start</h2>\n<pre>(.*?)</pre>\n<h2>Modules</h2>/#.dotMatchesNewlines()))
    let lines = found.output.1.split(separator: "\n")
    #expect(lines.count == report.description.split(separator: "\n").count)
    let other = try WrittenPage(graph.html(title: "Start"))
    #expect(other.data["start"] == nil && !other.list.contains("<h2>Start</h2>"))
  }

  @Test func `a trace and a page tell the instances of one type apart`() throws {
    let report = StartReport(instances: [
      Self.instance("Database", token: "archive", line: 1, begun: 0, ended: 1),
      Self.instance("Database", line: 2, begun: 0, ended: 2),
    ])
    let names = ["Database (.archive)", "Database (App/App.swift:2)"]
    let trace = try JSONSerialization.jsonObject(with: Data(report.chromeTrace().utf8)) as? [String: Any]
    let events = try #require(trace?["traceEvents"] as? [[String: Any]])
    #expect(events.map { $0["name"] as? String } == names)
    let page = try WrittenPage(RouteGraph([TestNode(id: "App.Log")]).html(title: "Start", start: report))
    let start = try #require(page.data["start"] as? [String: Any])
    #expect((start["instances"] as? [[String: Any]])?.map { $0["name"] as? String } == names)
  }
}
