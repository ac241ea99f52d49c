import Foundation
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkTesting

@Suite("The expectation about association files")
struct AssociatedDomainsExpectationTests {
  private func registry(_ patterns: String...) throws -> Registry {
    try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        for pattern in patterns { URLPattern(pattern) }
      }
    }
  }

  /// The tests of `expectGraph` cover the rest: the new folder, and an error of the file system.
  @Test func `the file is compared with the reviewed file, and only overwritten on request`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let golden = folder.appending(path: "Graphs/association")
    func expect(_ registry: Registry, isRecording: Bool = false) async -> [String] {
      await issues {
        expectAssociatedDomains(
          #_sourceLocation, golden: golden, named: "Graphs/association", isRecording: isRecording
        ) {
          try registry.associatedDomains(appIDs: ["ABCDE12345.org.example.Notes"])
        }
      }
    }
    let first = try registry("https://notes.example/a")
    #expect(
      await expect(first).map { $0.prefix { $0 != "," } } == [
        "error: the association file was written to \(golden.path)"
      ])
    // A file that was formatted in another way is the same.
    let text = try String(contentsOf: golden, encoding: .utf8).replacing("  ", with: "\t")
    try text.write(to: golden, atomically: true, encoding: .utf8)
    #expect(await expect(first).isEmpty)
    let second = try registry("https://notes.example/b")
    let difference = """
      error: the association file differs from the one in Graphs/association:
        removed: "/" : "/a",
        removed: "comment" : "https://notes.example/a"
        added: "/" : "/b",
        added: "comment" : "https://notes.example/b"
      To fix: if the change is intended, run the test with WAYMARK_RECORD_GRAPHS=1 and commit the file
      """
    #expect(await expect(second) == [difference])
    // The public function finds the file beside the test.
    let found = await issues {
      expectAssociatedDomains(
        of: second, appIDs: ["ABCDE12345.org.example.Notes"], matches: "Graphs/association",
        filePath: folder.appending(path: "SomeTests.swift").path)
    }
    #expect(found == [difference])
    #expect(try String(contentsOf: golden, encoding: .utf8) == text)
    #expect(await expect(second, isRecording: true).isEmpty)
    #expect(await expect(second).isEmpty)
  }

  @Test func `a registry without HTTPS patterns is an issue`() async throws {
    let registry = try registry("notes://a")
    let found = await issues {
      expectAssociatedDomains(of: registry, appIDs: ["ABCDE12345.org.example.Notes"], matches: "Graphs/none")
    }
    #expect(found.count == 1 && found[0].contains("no route has an https pattern"))
  }
}
