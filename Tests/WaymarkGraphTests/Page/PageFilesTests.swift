import Foundation
import SharedFixtures
import Testing
import WaymarkCore
import WaymarkGraph

/// The pages that Tests/PageTests opens in a browser.
@Suite("Pages for the tests in a browser")
struct PageFilesTests: RouteVocabulary {
  private static let folder = ProcessInfo.processInfo.environment["WAYMARK_PAGES"]

  private func write(_ page: String, _ name: String) throws {
    let folder = URL(filePath: try #require(Self.folder))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try page.write(to: folder.appending(path: "\(name).html"), atomically: true, encoding: .utf8)
  }

  @Test(.enabled(if: folder != nil), arguments: [0, 1, 10, 84, 5000])
  func `write application`(routes: Int) throws {
    let page = try RouteGraph.application(routes: routes).html(title: "Application of \(routes) routes")
    try write(page, "application-\(routes)")
  }

  @Test(.enabled(if: folder != nil))
  func `write marks`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
      }
      Route({ @Sendable (_: any NoteStore) in SystemTime() }) {
        Service<any TimeSource>()
        Singleton()
      }
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
    }
    try write(registry.graph.html(title: "Marks", diagnostics: registry.diagnostics), "marks")
  }

  @Test(.enabled(if: folder != nil))
  func `write hostile names`() throws {
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

  @Test(.enabled(if: folder != nil))
  func `write changes`() throws {
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

  @Test(.enabled(if: folder != nil))
  func `write start`() async throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
      } make: { () async throws in
        try await Task.sleep(for: .milliseconds(20))
        return MemoryStore()
      }
      Route({ @Sendable (_: any NoteStore) in SystemTime() }) {
        Service<any TimeSource>()
        Singleton()
        Starting { _ in try await Task.sleep(for: .milliseconds(10)) }
      }
    }
    try await registry.start()
    try write(registry.graph.html(title: "Start", start: registry.startReport), "start")
  }
}
