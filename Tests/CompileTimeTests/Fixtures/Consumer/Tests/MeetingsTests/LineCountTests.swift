import Foundation
import Testing

/// Compares the lines of the meetings with those of the same application in the idiom of swift-dependencies.
struct LineCountTests {
  private static let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  /// Returns the number of lines with code in files, without their imports.
  private func lines(of files: [String]) throws -> Int {
    try files.map { file in
      let text = try String(contentsOf: Self.package.appending(path: file), encoding: .utf8)
      return text.split(separator: "\n").count { line in
        let code = line.drop(while: \.isWhitespace)
        return !code.isEmpty && !code.hasPrefix("//") && !code.hasPrefix("import")
          && !code.hasPrefix("@testable")
      }
    }.reduce(0, +)
  }

  @Test func `the application is as long as with swift-dependencies, within 5 percent`()
    throws
  {
    let idiom = "Idioms/SwiftDependencies/"
    let clients = try lines(of: ["Sources/Meetings/Clients.swift", "Tests/MeetingsTests/Placeholders.swift"])
    let models = try lines(of: [
      "Sources/Meetings/RecordingModel.swift", "Sources/Meetings/MeetingListModel.swift",
    ])
    let tests = try lines(of: [
      "Tests/MeetingsTests/RecordingTests.swift", "Tests/MeetingsTests/MeetingListTests.swift",
    ])
    let otherClients = try lines(of: [idiom + "Clients.swift"])
    let otherModels = try lines(of: [idiom + "RecordingModel.swift", idiom + "MeetingListModel.swift"])
    let otherTests = try lines(of: [idiom + "RecordingTests.swift", idiom + "MeetingListTests.swift"])
    print(
      "lines: clients \(clients) for \(otherClients), models \(models) for \(otherModels),",
      "tests \(tests) for \(otherTests)")
    #expect((clients + models + tests) * 20 <= (otherClients + otherModels + otherTests) * 21)
  }
}
