import Foundation
import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

@testable import AdoptingInSwiftUI

private let modules = CurrentRegistry {
  try Registry {
    NoteModule()
    ProfileModule()
    ReportModule()
  }
}

@MainActor
@Suite("The article about adopting Waymark in a SwiftUI application", modules, .timeLimit(.minutes(5)))
struct SwiftUITests {
  private func device<Content: SwiftUI.View>(_ view: Content) -> ModelDevice {
    let device = ModelDevice { view }
    device.update()
    return device
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test func `a route is one destination of a stack`() {
    let device = device(FirstScene())
    #expect(device.press("Work"))
    #expect(device.texts == ["Work"])
    #expect(device.goBack())
    #expect(device.press("Plan"))
    #expect(device.texts == ["Plan"])
  }

  @Test func `routes and values share a path`() async {
    let device = device(FoldersScene())
    #expect(device.press("Work"))
    #expect(device.press("New note"))
    #expect(await eventually { device.texts == ["New note"] })
    #expect(device.goBack())
    #expect(device.texts == ["Work"])
    #expect(device.press("Quick note"))
    #expect(await eventually { device.layers == ["window", "sheet"] })
    #expect(device.dismiss())
    #expect(device.goBack())
    #expect(device.buttons == ["Work", "Plan"])
  }

  @Test func `a link is pushed above a value`() async throws {
    let device = device(FoldersScene())
    #expect(device.press("Work"))
    #expect(device.open(try url("notes://note")))
    #expect(await eventually { device.texts == ["New note"] })
    #expect(device.goBack())
    #expect(device.texts == ["Work"])
  }

  @Test func `routes are elements of an array`() async {
    let device = device(ScreensScene())
    #expect(device.texts == ["Home"])
    #expect(device.press("New note"))
    #expect(await eventually { device.texts == ["New note"] })
    #expect(device.goBack())
    #expect(device.texts == ["Home"])
  }

  @Test func `a selection in the sidebar removes the screens of the detail`() async {
    let device = device(SplitScene())
    #expect(device.texts == ["Work", "Home", "Home"])
    #expect(device.press("New note"))
    #expect(await eventually { device.texts == ["Work", "Home", "New note"] })
    #expect(device.selectRow(AnyHashable(Folder(id: "Work"))))
    #expect(await eventually { device.texts == ["Work", "Home", "Work"] })
  }

  @Test func `a caller sets a sheet's heights and a push's transition`() async {
    let window = RouteWindow()
    let device = device(RouteStack(window) { NoteGrid() })
    #expect(device.press("Quick note"))
    #expect(await eventually { device.detents == ["large", "medium"] })
    #expect(device.dismiss())
    #expect(device.detents == [])
    #expect(device.press("Plan"))
    #expect(await eventually { device.texts == ["New note"] })
    #expect(device.zooms == ["Plan"])
  }

  @Test func `the user leaves freely until there is a change`() async {
    let window = RouteWindow()
    let device = device(RouteStack(window) { NoteGrid() })
    #expect(device.press("Quick note"))
    #expect(await eventually { device.layers == ["window", "sheet"] })
    #expect(device.press("Edit"))
    await Task.yield()
    device.update()
    #expect(device.dismiss() == false)
    #expect(device.press("Close"))
    #expect(device.layers == ["window", "sheet"])
    #expect(device.press("Plan") == false)
    window.sheet = nil
    device.update()
    #expect(device.press("Plan"))
    #expect(await eventually { device.hasBackButton })
    #expect(device.press("Close"))
    #expect(await eventually { device.texts == [] })
  }

  @Test func `shown views have the environment around the stack`() async throws {
    let device = device(SessionScene())
    #expect(device.open(try url("notes://profile")))
    #expect(await eventually { device.texts == ["Ada"] })
  }

  @Test func `a screen shows a placeholder while it loads`() async throws {
    let window = RouteWindow()
    let device = device(RouteStack(window) { Text("root") })
    let shown = try Router.perform(to: .report, path: .push(from: window))
    device.update()
    #expect(device.isBusy)
    try await shown.completed()
    #expect(await eventually { device.texts == ["2 notes"] })
    #expect(!device.isBusy)
  }

  @Test func `a preview shows a note in its window`() {
    let device = ModelDevice(previewing: preview)
    device.update()
    #expect(device.texts == ["Plan"])
  }
}
