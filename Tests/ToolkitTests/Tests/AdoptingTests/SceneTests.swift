import Foundation
import SwiftUI
import Testing
import UIKit
import Waymark
import WaymarkSwiftUI
import XCUIAutomation

@testable import ConnectingScenes

/// The launch environment is the process's, so only one test runs at a time.
@MainActor
@Suite(
  "Scenes of a SwiftUI application, with links and restoration",
  CurrentRegistry { try Registry { ConnectingScenes.NoteModule() } }, .serialized, .timeLimit(.minutes(5)))
struct SceneTests {
  private let list = ["Open the plan in a window"]

  private func launch(_ values: ModelSceneValues = ModelSceneValues()) -> ModelDevice {
    let device = ModelDevice(launching: NotesApp(), storing: values)
    device.update()
    return device
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  /// Starts the application, and opens a note in it.
  private func launchWithNote7(_ values: ModelSceneValues = ModelSceneValues()) async throws -> ModelDevice {
    let device = launch(values)
    #expect(device.open(try url("notes://note/7")))
    #expect(await eventually { device.texts == ["7"] })
    return device
  }

  /// Lets all tasks end.
  private func settle() async { for _ in 0..<1_000 { await Task.yield() } }

  @Test func `a scene restores its screens`() async throws {
    let values = ModelSceneValues()
    let first = try await launchWithNote7(values)
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
    #expect(fourth.buttons == list)
  }

  @Test func `the link that launches the application opens once`() async throws {
    let options = UIScene.ConnectionOptions(modelled: [UIOpenURLContext(modelled: try url("notes://note/9"))])
    let session = UISceneSession()
    let configuration = NotesAppDelegate().application(
      .shared, configurationForConnecting: session, options: options)
    #expect(configuration.delegateClass == NotesSceneDelegate.self)
    let delegate = NotesSceneDelegate()
    delegate.scene(UIWindowScene(), willConnectTo: session, options: options)
    let device = ModelDevice { NotesScene().environment(delegate) }
    device.update()
    #expect(await eventually { device.texts == ["9"] })
    #expect(device.goBack())
    // SwiftUI may also pass it to the view.
    #expect(device.open(try url("notes://note/9")))
    await settle()
    #expect(device.buttons == list)
  }

  @Test func `a scene continues an activity of another device`() async throws {
    let first = try await launchWithNote7()
    let activity = try #require(first.activity)
    #expect(activity.activityType == "notes.reading")
    let second = launch()
    #expect(second.continue(activity))
    #expect(await eventually { second.texts == ["7"] })
  }

  @Test func `each window has its own screens`() async throws {
    let first = launch()
    #expect(first.press("Open the plan in a window"))
    let second = try #require(first.openedWindows.first)
    #expect(await eventually { second.texts == ["plan"] })
    #expect(first.buttons == list)
    #expect(second.goBack())
    #expect(second.buttons == list)
  }

  @Test func `an interface test launches with a link`() async {
    var device: ModelDevice?
    XCUIApplication.modelledLaunch = { environment in
      for (name, value) in environment { setenv(name, value, 1) }
      device = launch()
      for name in environment.keys { unsetenv(name) }
    }
    defer { XCUIApplication.modelledLaunch = nil }
    let application = launchWithNote()
    #expect(application.launchEnvironment.count == 1)
    #expect(await eventually { device?.texts == ["plan"] })
  }
}
