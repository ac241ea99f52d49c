import Foundation
import SharedFixtures
import Testing
import Waymark

private final class FileStore: Sendable { init(time: any TimeSource) {} }
private final class Account: Sendable { init(session: Session) {} }
private final class Session: Sendable { init(account: Account) {} }

extension RoutableService<FileStore> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Account> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Session> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

@Suite("Messages in the README")
struct ReadmeTests: RouteVocabulary {
  private static let readme = URL(filePath: #filePath).appending(path: "../../../README.md")
    .standardizedFileURL

  /// `WAYMARK_RECORD_MANUAL=1 swift test --filter ReadmeTests` writes the output to README.
  @Test func errorInTheReadmeIsTheOutputOfTheLibrary() throws {
    let registry = Result { () throws(RegistryError) in
      try Registry {
        Route(FileStore.init(time:)) { Service<FileStore>() }
        Route(Editor.self) { View<any PreviewInput>() }
        Route(Account.init(session:)) { Service<Account>() }
        Route(Session.init(account:)) { Service<Session>() }
      }
    }
    let description = try #require(throws: RegistryError.self) { try registry.get() }.description
    let places = #/WaymarkTests/ReadmeTests.swift:([0-9]+)/#
    let lines = Set(description.matches(of: places).compactMap { Int($0.output.1) }).sorted()
    let files = [
      "Storage/StorageModule.swift:8", "Editor/EditorModule.swift:5", "Account/AccountModule.swift:5",
      "Account/AccountModule.swift:6",
    ]
    try #require(lines.count == files.count)
    let text = description.replacing(places) { match in
      Int(match.output.1).flatMap { lines.firstIndex(of: $0) }.map { files[$0] } ?? ""
    }

    let readme = try String(contentsOf: Self.readme, encoding: .utf8)
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
