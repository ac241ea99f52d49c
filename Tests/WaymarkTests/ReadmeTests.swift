import Foundation
import Testing
import Waymark

private protocol NoteStore: Sendable {}
private protocol TimeSource: Sendable {}

extension RoutableService<any NoteStore> { fileprivate static var noteStore: Self { declared() } }
extension RoutableService<any TimeSource> { fileprivate static var timeSource: Self { declared() } }

private final class FileStore: NoteStore { init(time: any TimeSource) {} }

private struct SystemTime: TimeSource {}
/// A remedy names only the modules that other files can list.
struct TimeModule: RouteModule {
  var routes: Routes {
    Route(SystemTime.init) { Service(.timeSource) }
  }
}

@Suite("Messages in the README")
struct ReadmeTests: RouteVocabulary {
  private static let readme = URL(filePath: #filePath).appending(path: "../../../README.md")
    .standardizedFileURL

  /// `WAYMARK_RECORD_MANUAL=1 swift test --filter ReadmeTests` writes the output to README.
  @Test func `the README shows the library's error`() throws {
    let registry = Result { () throws(RegistryError) in
      try Registry {
        Route(FileStore.init(time:)) {
          Service(.noteStore)
          Singleton()
        }
      }
    }
    let description = try #require(throws: RegistryError.self) { try registry.get() }.description
    let readme = try String(contentsOf: Self.readme, encoding: .utf8)
    let code = try #require(readme.firstMatch(of: #/```swift\n((?:.*\n)*?)```/#)).output.1
    let line = try #require(
      code.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
        $0.contains("Route(FileStore.init(time:))")
      })
    let text = description.replacing(
      #/WaymarkTests/ReadmeTests.swift:[0-9]+/#, with: "Notes/NotesModule.swift:\(line + 1)")
    let shown = try #require(readme.firstMatch(of: #/```text\n((?:error:.*\n(?:.*\n)*?)?)```/#))
    if ProcessInfo.processInfo.environment["WAYMARK_RECORD_MANUAL"] == "1" {
      let recorded = readme.replacingCharacters(in: shown.range, with: "```text\n\(text)\n```")
      try recorded.write(to: Self.readme, atomically: true, encoding: .utf8)
    } else {
      #expect(
        shown.output.1 == text + "\n",
        "run this test with WAYMARK_RECORD_MANUAL=1, and look at the difference")
    }
  }
}
