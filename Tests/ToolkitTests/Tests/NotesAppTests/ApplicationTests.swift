import Foundation
import NotesInterfaces
import SwiftUI
import Testing
import Waymark

@testable import NotesApp
@testable import NotesStorage

/// The sample's application on a model of SwiftUI.
///
/// Its views use the current registry, so only one runs at a time.
@MainActor
@Suite("The sample application", .serialized, .timeLimit(.minutes(5)))
final class ApplicationTests {
  private let folder: URL
  private let suite = "NotesAppTests.\(UUID().uuidString)"
  private let defaults: UserDefaults

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: suite)
    defaults = try #require(UserDefaults(suiteName: suite))
    let storage = await FileNoteStorage.open(file)
    for title in ["Bread", "Soup"] { _ = try storage.save(Note(title: title)) }
    storage.close()
  }

  deinit {
    UserDefaults().removePersistentDomain(forName: suite)
    try? FileManager.default.removeItem(at: folder)
  }

  private var file: URL { folder.appending(path: "notes.json") }

  /// Starts the application.
  private func launch() -> (device: ModelDevice, session: Session) {
    let session = Session(file: file, defaults: defaults)
    let device = ModelDevice(launching: NotesApp(session))
    device.update()
    return (device, session)
  }

  /// Ends the application, as the system does when it's in the background.
  private func end(_ app: (device: ModelDevice, session: Session)) async {
    app.device.enter(.background)
    await app.session.registry.stop()
  }

  /// Starts the application, opens a note, and ends the application, which saves its screens.
  private func leaveNote1Open() async throws {
    let app = launch()
    #expect(await eventually { app.session.isReady })
    #expect(app.device.open(try url("notes://notes/1")))
    #expect(await eventually { app.device.texts.first == "Bread" })
    await end(app)
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test func `the application shows the list when its storage is open`() async throws {
    let app = launch()
    #expect(app.device.texts == ["Opening the notes…"])
    #expect(await eventually { app.device.buttons.contains("Bread") })
    #expect(app.device.texts == [])
    #expect(app.device.buttons == ["Bread", "Soup", "New note", "About", "Statistics"])
    await end(app)
  }

  @Test func `an early link opens when the application is ready`() async throws {
    let app = launch()
    #expect(app.device.open(try url("notes://notes/2")))
    #expect(app.device.texts == ["Opening the notes…"])
    #expect(await eventually { app.device.texts.first == "Soup" })
    #expect(app.device.goBack() == false, "the note's route asks, so the system's button is hidden")
    #expect(app.device.press("Back"))
    #expect(await eventually { app.device.buttons.contains("Bread") })
    await end(app)
  }

  @Test func `an unsaved note stays`() async throws {
    let app = launch()
    #expect(await eventually { app.device.press("Bread") })
    #expect(await eventually { app.device.texts.first == "Bread" })
    #expect(app.device.press("Add a line"))
    #expect(app.device.press("Back"))
    for _ in 0..<200 { await Task.yield() }
    #expect(app.device.texts.first == "Bread")
    #expect(app.device.press("Save"))
    #expect(app.device.press("Back"))
    #expect(await eventually { app.device.buttons.contains("Soup") })
    await end(app)
  }

  @Test func `the next launch restores the screens, which a link replaces`() async throws {
    try await leaveNote1Open()
    let second = launch()
    #expect(await eventually { second.session.isReady })
    #expect(await eventually { second.device.texts.first == "Bread" })
    await end(second)

    let third = launch()
    #expect(third.device.open(try url("notes://notes/2")))
    #expect(await eventually { third.device.texts.first == "Soup" })
    #expect(third.device.press("Back"))
    #expect(await eventually { third.device.buttons.contains("Bread") })
    await end(third)

    let fourth = launch()
    #expect(await eventually { fourth.session.isReady })
    #expect(await eventually { fourth.device.buttons.contains("Bread") })
    await end(fourth)
  }

  @Test func `the application forgets saved screens without a destination`() async throws {
    try await leaveNote1Open()
    let storage = await FileNoteStorage.open(file)
    _ = try storage.delete(id: 1)
    storage.close()

    let second = launch()
    #expect(await eventually { second.session.isReady })
    #expect(await eventually { second.device.buttons.contains("Soup") })
    #expect(second.session.failure == nil)
    #expect(defaults.data(forKey: "screens") == nil)
    await end(second)
  }

  @Test func `each window has its own screens`() async throws {
    let session = Session(file: file, defaults: defaults)
    let app = NotesApp(session)
    let (first, second) = (ModelDevice(launching: app), ModelDevice(launching: app))
    first.update()
    second.update()
    #expect(await eventually { first.buttons.contains("Bread") && second.buttons.contains("Soup") })
    #expect(first.press("Bread"))
    #expect(await eventually { first.texts.first == "Bread" })
    second.update()
    #expect(second.texts.isEmpty)
    #expect(second.press("Soup"))
    #expect(await eventually { second.texts.first == "Soup" })
    first.update()
    #expect(first.texts.first == "Bread")
    #expect(second.open(try url("notes://notes/1")))
    #expect(await eventually { second.texts.first == "Bread" })
    await end((first, session))
    second.enter(.background)
  }

  @Test func `an error of a screen is shown until the next success`() async throws {
    let app = launch()
    #expect(await eventually { app.session.isReady })
    #expect(await eventually { app.device.buttons.contains("Bread") })
    _ = try app.session.registry(RoutableService<any NoteStorage>()).delete(id: 1)
    #expect(app.device.press("Bread"))
    #expect(await eventually { !app.device.texts.isEmpty })
    #expect(app.device.texts.first?.contains("\(MissingNote(id: 1))") == true)
    #expect(app.device.press("Soup"))
    #expect(await eventually { app.device.texts.first == "Soup" })
    #expect(app.device.press("Back"))
    #expect(await eventually { app.device.buttons.contains("New note") })
    #expect(app.device.texts == [])
    await end(app)
  }

  @Test func `Waymark prepares a UIKit controller whoever makes it`() async throws {
    let app = launch()
    #expect(await eventually { app.device.press("Statistics") })
    #expect(await eventually { app.device.texts == ["StatisticsController", "Notes: 2"] })
    #expect(app.device.goBack())
    #expect(await eventually { app.device.press("About") })
    #expect(
      await eventually {
        app.device.texts == ["Notes, a sample of Waymark", "StatisticsController", "Notes: 2"]
      })
    #expect(app.device.dismiss())
    await end(app)
  }
}

/// Waits until something holds, which other tasks change.
@MainActor
private func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<500 {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return condition()
}
