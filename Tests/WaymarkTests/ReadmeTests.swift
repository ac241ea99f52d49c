import Foundation
import Testing
import Waymark

@MainActor private final class ReadmeEditor {
  init(store: any NoteStore) {}
}

@Suite("Messages in the README")
struct ReadmeTests: RouteVocabulary {
  @Test func errorInTheReadmeIsWhatTheLibraryPrints() throws {
    let error = #expect(throws: RegistryError.self) {
      try Registry {
        Route(ReadmeEditor.init(store:)) { View<any PreviewInput>() }
      }
    }
    let text = (error?.description ?? "")
      .replacing("ReadmeEditor", with: "Editor")
      .replacing(#/WaymarkTests/ReadmeTests.swift:[0-9]+/#, with: "Editor/EditorModule.swift:12")
    let readme = try String(
      contentsOf: URL(filePath: #filePath).appending(path: "../../../README.md").standardizedFileURL,
      encoding: .utf8)
    #expect(!text.isEmpty && readme.contains("```text\n\(text)\n```"), "\(text)")
  }
}
