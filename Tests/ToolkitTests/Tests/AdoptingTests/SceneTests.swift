import Foundation
import SwiftUI
import Testing
import ToolkitFixtures
import UIKit
import Waymark
import WaymarkSwiftUI

@testable import ConnectingScenes

/// The launch environment is the process's, so only one test runs at a time.
@MainActor
@Suite(
  "Scenes of a SwiftUI application, with links and restoration",
  CurrentRegistry { try Registry { ConnectingScenes.NoteModule() } }, .serialized, .timeLimit(.minutes(5)))
struct SceneTests {
  private func launch(_ values: ModelSceneValues = ModelSceneValues()) -> ModelDevice {
    let device = ModelDevice(launching: NotesApp(), storing: values)
    device.update()
    return device
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  /// Lets all tasks end.
  private func settle() async { for _ in 0..<1_000 { await Task.yield() } }

  @Test func `a scene restores its screens`() async throws {
    let values = ModelSceneValues()
    let first = launch(values)
    #expect(first.open(try url("notes://note/7")))
    #expect(await eventually { first.texts == ["7"] })
    await settle()
    first.close(isReported: false)

    let second = launch(values)
    #expect(await eventually { second.texts == ["7"] })
    await settle()
    second.close(isReported: false)

    // A link opens after the restoration.
    let third = launch(values)
    #expect(third.open(try url("notes://note/8")))
    #expect(await eventually { third.texts == ["8"] })
    await settle()
    #expect(third.texts == ["8"])
    #expect(third.goBack())
    await settle()
    third.close(isReported: false)

    let fourth = launch(values)
    await settle()
    #expect(fourth.texts == ["list"])
  }

  @Test func `the link that launches the application opens once`() async throws {
    let options = UIScene.ConnectionOptions(modelled: [UIOpenURLContext(modelled: try url("notes://note/9"))])
    let delegate = NotesSceneDelegate()
    delegate.scene(UIWindowScene(), willConnectTo: UISceneSession(), options: options)
    let device = ModelDevice { NotesScene().environment(delegate) }
    device.update()
    #expect(await eventually { device.texts == ["9"] })
    #expect(device.goBack())
    // SwiftUI may also pass it to the view.
    #expect(device.open(try url("notes://note/9")))
    await settle()
    #expect(device.texts == ["list"])
  }

  @Test func `a scene continues an activity of another device`() async throws {
    let device = launch()
    let activity = NSUserActivity(activityType: "notes.reading")
    activity.webpageURL = try url("https://notes.example/note/7")
    #expect(device.continue(activity))
    #expect(await eventually { device.texts == ["7"] })
  }

  @Test func `an interface test launches with a link`() async {
    setenv("OPEN_URL", "notes://note/plan", 1)
    defer { unsetenv("OPEN_URL") }
    let device = launch()
    #expect(await eventually { device.texts == ["plan"] })
  }
}
