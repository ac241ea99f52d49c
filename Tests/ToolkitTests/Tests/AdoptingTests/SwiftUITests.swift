import Foundation
import SwiftUI
import Testing
import ToolkitFixtures
import Waymark
import WaymarkSwiftUI

@testable import AdoptingInSwiftUI

@MainActor
@Suite(
  "The article about adopting Waymark in a SwiftUI application",
  CurrentRegistry { try Registry { NoteModule() } },
  .timeLimit(.minutes(5)))
struct SwiftUITests {
  private func device<Content: SwiftUI.View>(_ view: Content) -> ModelDevice {
    let device = ModelDevice { view }
    device.update()
    return device
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

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
    #expect(device.buttons == ["Work"])
  }

  @Test func `a link is pushed above a value`() async throws {
    let device = device(FoldersScene())
    #expect(device.press("Work"))
    #expect(device.open(try url("notes://note")))
    #expect(await eventually { device.texts == ["New note"] })
    #expect(device.goBack())
    #expect(device.texts == ["Work"])
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

  @Test func `a preview shows a note in its window`() {
    let device = ModelDevice(previewing: preview)
    device.update()
    #expect(device.texts == ["Plan"])
  }
}
