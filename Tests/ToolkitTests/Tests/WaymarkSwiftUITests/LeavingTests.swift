import SwiftUI
import Testing
import ToolkitFixtures
import Waymark
import WaymarkSwiftUI

extension RoutableView<Folder> { fileprivate static var folder: Self { declared() } }

/// A destination with a view that a test can leave from outside, which may have a part.
@MainActor
private final class Folder {
  var hasPart = false
  var part: Guarded?
  var leave: LeaveAction?
}

private struct FolderScreen: View {
  let folder: Folder
  @Environment(\.leaveRoute) private var leave

  var body: some View {
    VStack {
      Text("folder")
      if folder.hasPart { RouteView(.guarded) { folder.part = $0 } }
    }
    .onAppear { folder.leave = leave }
  }
}

/// A sheet of the application with a window inside.
private struct OwnSheet: View {
  struct Item: Identifiable { let id = 0 }

  let window: RouteWindow
  @State private var item: Item? = Item()

  var body: some View {
    Text("root").sheet(item: $item) { _ in RouteStack(window) { Text("flow") } }
  }
}

@MainActor
@Suite("Asking about views that leave together", .timeLimit(.minutes(5)))
struct LeavingTests {
  private let (window, registry, device): DrawnWindow

  init() throws {
    (window, registry, device) = try drawnWindow {
      Route(Folder.init) {
        RoutableView(.folder)
        Shown { FolderScreen(folder: $0) }
      }
    }
  }

  /// Lets all tasks run that are ready, such as those of a question.
  private func settle() async { for _ in 0..<200 { await Task.yield() } }

  @Test func `the user can't pull down a sheet while guarded screens are inside`() async throws {
    let (sheet, folder) = try await registry.show(.folder, .sheet(from: window))
    let inner = try #require(window.sheet?.window)
    let (pushed, lower) = try await registry.show(.guarded, .push(from: inner))
    let (above, upper) = try await registry.show(.guarded, .push(from: inner))
    device.update()
    #expect(window.sheet?.asksBeforeLeaving == true)
    #expect(device.dismiss() == false)
    folder.leave?()
    await settle()
    #expect(upper.questions == 1 && lower.questions == 0, "the topmost screen is asked first")
    #expect([sheet.state, pushed.state, above.state] == [.routed, .routed, .routed])
    try await remove(pushed)
    device.update()
    #expect(device.dismiss())
    #expect(sheet.state == .removed)
  }

  @Test func `the user can't pull down the application's sheet while a guarded screen is inside`()
    async throws
  {
    let window = RouteWindow()
    let device = draw { OwnSheet(window: window) }
    let (shown, guarded) = try await registry.show(.guarded, .push(from: window))
    device.update()
    #expect(device.layers == ["window", "sheet"] && device.dismiss() == false)
    guarded.mayLeave = true
    #expect(device.press("Back"))
    #expect(await eventually { shown.state == .removed })
    device.update()
    #expect(device.dismiss())
    #expect(device.layers == ["window"])
  }

  @Test(arguments: [RoutePath.Kind.push, .sheet, .popover])
  func `a part is asked before its screen leaves`(kind: RoutePath.Kind) async throws {
    let shown = try registry.perform(to: .folder, path: .custom(kind, from: window)) {
      $0.prepareDestination = { $0.hasPart = true }
    }
    let folder = try await shown.completed()
    #expect(await eventually { device.texts == ["folder", "guarded"] })
    let screen = try #require(window.path.first ?? window.sheet ?? window.popover)
    #expect(await eventually { screen.asksBeforeLeaving })
    device.update()
    #expect(device.dismiss() == false && device.goBack() == false)
    let part = try #require(folder.part)
    folder.leave?()
    await settle()
    #expect(part.questions == 1)
    #expect(try await shown.leave() == false)
    #expect(part.questions == 2)
    part.mayLeave = true
    folder.leave?()
    #expect(await eventually { shown.state == .removed })
    #expect(part.questions == 3)
  }
}
