import Foundation
import HTTPTypes
import NotesServer
import PageKit
import Remote
import Search
import ServerInterfaces
import Testing
import Waymark

/// The modules together, and the parts that belong to none.
@Suite struct ModuleTests {
  @Test(arguments: [
    StoragePlace.folder(.temporaryDirectory), .remote(StorageAddress(host: "127.0.0.1", port: 1)),
  ])
  func theWholeApplicationIsSound(_ place: StoragePlace) throws {
    for profile in [nil, Profile.development] {
      let registry = try Registry(profile: profile) { NotesServerApplication(storage: place) }
      // The links, the association file, the graph, and its page need the registry itself.
      #expect(registry.diagnostics.allSatisfy { $0.code == .openRoutes })
      #expect(registry.diagnostics.first?.message.hasPrefix("4 of ") == true)
    }
  }

  @Test func localAndRemoteStoragesDifferOnlyInTheirModule() throws {
    let local = try Registry { NotesServerApplication(storage: .folder(.temporaryDirectory)) }.graph
    let remote = try Registry {
      NotesServerApplication(storage: .remote(StorageAddress(host: "127.0.0.1", port: 1)))
    }.graph
    let difference = remote.difference(from: local)
    // The collection of migrations belongs to the target, not to a module.
    #expect(Set(difference.removedNodes.map(\.module)) == ["StorageModule", "Storage"])
    #expect(Set(difference.addedNodes.map(\.module)) == ["RemoteStorageModule"])
    #expect(difference.changedNodes.isEmpty)
    let replaced = Set((difference.addedNodes + difference.removedNodes).map(\.id))
    let edges = difference.addedEdges + difference.removedEdges
    #expect(!edges.isEmpty)
    #expect(edges.allSatisfy { replaced.contains($0.from) || replaced.contains($0.to) }, "\(difference)")
  }

  @Test(.enabled(if: Tool.dot.isUsable)) func theGraphPageIsADrawingOfAllModules() async throws {
    try await withApplication { application in
      let page = try await application.browser(registering: "ann").open("/admin/graph.svg")
      #expect(page.status == .ok)
      #expect(page.fields[.contentType] == "image/svg+xml")
      #expect(page.text.contains("<svg "))
      for module in [
        "StorageModule", "AccountsModule", "NotesModule", "SearchModule", "SharingModule", "AdminModule",
        "PageKitModule", "WebModule",
      ] {
        #expect(page.text.contains(">\(module)</text>"), "\(module)")
      }
      #expect(!page.text.contains("RemoteStorageModule"))
    }
  }

  @Test func theSearchOfTheApplicationIsCached() async throws {
    try await withApplication { application in
      let index = try application.registry.makeDestination(to: .searchIndex)
      #expect(index is CachedSearch)
    }
  }

  @Test func aLimiterAllowsABurstAndThenARate() {
    let limiter = RateLimiter(perSecond: 2, burst: 3)
    let start = ContinuousClock.now
    #expect((0..<3).map { _ in limiter.take("a", at: start) } == [nil, nil, nil])
    #expect(limiter.take("a", at: start) == 1)
    #expect(limiter.take("b", at: start) == nil)
    #expect(limiter.take("a", at: start + .milliseconds(500)) == nil)
    #expect(limiter.take("a", at: start + .milliseconds(500)) == 1)
  }

  @Test(arguments: [
    ("a=1&b=x+y%21", ["a": "1", "b": "x y!"]), ("a=%E2%82%AC&a=2", ["a": "€"]), ("", [:]),
    ("a=%zz&b=%4&c=%+1", ["a": "%zz", "b": "%4", "c": "% 1"]), ("a=x%0D%0Ay", ["a": "x\ny"]),
    ("a&=b", ["a": "", "": "b"]),
  ])
  func formsAreRead(_ text: String, _ values: [String: String]) {
    let form = Form(Array(text.utf8))
    for (name, value) in values { #expect(form[name] == value) }
    #expect(form["other"] == "")
  }

  @Test(arguments: [
    (0, "1970-01-01 00:00 UTC"), (951_782_399, "2000-02-28 23:59 UTC"), (951_782_400, "2000-02-29 00:00 UTC"),
    (1_795_295_400, "2026-11-21 21:10 UTC"), (-60, "1969-12-31 23:59 UTC"),
  ])
  func datesAreWritten(_ seconds: Int, _ text: String) {
    #expect(DateText.minutes(.init(timeIntervalSince1970: Double(seconds))) == text)
  }

  @Test func theDatabaseIsStartedBeforeWhatNeedsIt() throws {
    let registry = try Registry(profile: .development) {
      NotesServerApplication(storage: .folder(.temporaryDirectory))
    }
    #expect(
      registry.startOrder.map(\.description).filter { $0.contains("Database") || $0.contains("Sample") }
        == ["NotesDatabase", "SampleData waits for NotesDatabase"])
  }
}
