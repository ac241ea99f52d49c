import Foundation
import SharedFixtures
import Testing
import WaymarkCore
import WaymarkGraph

/// The pages that `.ci/page` opens in a browser.
@Suite("Pages for the tests in a browser")
struct PageFilesTests {
  private static let folder = ProcessInfo.processInfo.environment["WAYMARK_PAGES"]

  @Test(.enabled(if: folder != nil), arguments: [10, 84, 1000, 5000])
  func writeApplication(routes: Int) throws {
    let graph = try RouteGraph.application(routes: routes)
    let begun = ContinuousClock.now
    let page = graph.html(title: "Application of \(routes) routes")
    let time = ContinuousClock.now - begun
    print("\(routes) routes: \(page.utf8.count / 1024) KB in \(time)")
    let folder = URL(filePath: try #require(Self.folder))
    try page.write(
      to: folder.appending(path: "application-\(routes).html"), atomically: true, encoding: .utf8)
  }
}
