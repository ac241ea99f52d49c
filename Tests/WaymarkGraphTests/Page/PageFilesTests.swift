import Foundation
import SharedFixtures
import Testing
import WaymarkGraph
import WaymarkInspection

@testable import WaymarkCore

private let folder = ProcessInfo.processInfo.environment["WAYMARK_PAGES"]

/// The pages that Tests/PageTests opens in a browser.
@Suite("Pages for the tests in a browser", .enabled(if: folder != nil))
struct PageFilesTests: RouteVocabulary {
  private func write(_ page: String, _ name: String) throws {
    let folder = URL(filePath: try #require(folder))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try page.write(to: folder.appending(path: "\(name).html"), atomically: true, encoding: .utf8)
  }

  @Test(arguments: [0, 1, 10, 84, 800, 5000])
  func `the tests write the application's page`(routes: Int) throws {
    let page = try RouteGraph.application(routes: routes).html(title: "Application of \(routes) routes")
    try write(page, "application-\(routes)")
  }

  @Test func `the tests write a page with marks`() throws {
    let registry = try Registry {
      shared({ MemoryStore() }, Service<any NoteStore>())
      live({ (_: any NoteStore) in SystemTime() }, Service<any TimeSource>())
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
    }
    try write(registry.graph.html(title: "Marks", diagnostics: registry.diagnostics), "marks")
  }

  @Test func `the tests write a page with hostile names`() throws {
    let names = [
      "</script><script>document.title = 'broken'</script>",
      "\"><img src=x onerror=\"document.title = 'broken'\">",
      "\u{202E}txt.exe", "a\u{2028}b\u{2029}c", "'`${document.title = 'broken'}", "__proto__", "constructor",
      "\0<!--",
    ]
    let graph = try RouteGraph(
      names.map { name in
        var node = TestNode(id: "M.\(name)", module: name, needs: [("M.\(names[0])", .lazy, name)])
        (node.scope, node.profile, node.provides, node.fileID) = (name, name, [name], name)
        return node
      })
    try write(graph.html(title: names[0]), "hostile")
  }

  @Test func `the tests write a page with changes`() throws {
    let before = try RouteGraph([
      TestNode(id: "M.Screen", needs: [("M.Store", .eager, "store")]), TestNode(id: "M.Store"),
      TestNode(id: "M.Old", needs: [("M.Store", .lazy, "store")]),
    ])
    let after = try RouteGraph([
      TestNode(id: "M.Screen", needs: [("M.Cache", .eager, "store")]),
      TestNode(id: "M.Store", lifetime: .singleton),
      TestNode(id: "M.Cache", needs: [("M.Store", .lazy, "store")]),
    ])
    try write(after.html(title: "Changes", comparedTo: before), "changes")
  }

  @Test func `the tests write a page with a start`() async throws {
    let registry = try Registry {
      live(
        { () async throws -> MemoryStore in
          try await Task.sleep(for: .milliseconds(60))
          return MemoryStore()
        }, Service<any NoteStore>())
      live(
        { (_: any NoteStore) in SystemTime() }, Service<any TimeSource>(),
        starting: { _ in try await Task.sleep(for: .milliseconds(20)) })
    }
    try await registry.start()
    try write(registry.graph.html(title: "Start", start: registry.startReport), "start")
  }

  /// The page of a picture in the manual, with times that don't depend on the machine.
  @Test func `the tests write the page of the start example`() throws {
    let parts: [(name: String, begun: Int, made: Int?, ended: Int, needs: [Int])] = [
      ("Configuration", 1, nil, 9, []), ("Database", 10, 62, 118, [0]), ("MessageQueue", 10, nil, 71, [0]),
      ("NoteCache", 118, nil, 166, [1]), ("SearchIndex", 166, nil, 181, [3]),
      ("JobRunner", 181, 186, 214, [2, 4]),
    ]
    let report = StartReport(
      instances: parts.enumerated().map { index, part in
        StartReport.Instance(
          name: part.name, tokenName: nil,
          location: DeclarationLocation(fileID: "App/AppModule.swift", line: 10 + 4 * index),
          isAsynchronous: part.name != "NoteCache", waitsFor: part.needs,
          ready: .milliseconds(part.needs.map { parts[$0].ended }.max() ?? 0),
          begun: .milliseconds(part.begun),
          made: part.made.map { .milliseconds($0) }, ended: .milliseconds(part.ended))
      })
    let graph = try RouteGraph(
      parts.enumerated().map { index, part in
        var node = TestNode(
          id: "AppModule.\(part.name)", lifetime: .singleton,
          needs: part.needs.map { ("AppModule.\(parts[$0].name)", .eager, nil) })
        (node.fileID, node.line) = ("App/AppModule.swift", 10 + 4 * index)
        return node
      })
    try write(graph.html(title: "Server", start: report), "example")
  }
}
