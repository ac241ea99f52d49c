import DesktopKit
import GtkKit
import NotesDesktop
import NotesInterfaces
import Waymark

/// A screen with a container for parts.
private final class HostScreen: DesktopScreen {
  let title = "Host"
  let box = Box(isVertical: true)
  var widget: Widget { box }
  init() { box.name = "host" }
}

extension RoutableView<HostScreen> { fileprivate static var host: Self { declared() } }

private struct HostModule: RouteModule {
  var routes: Routes {
    Route(HostScreen.init) {
      View(.host)
      URLPattern("notes://host")
    }
  }
}

/// Views in a container of a screen.
enum PartScenarios: RouteVocabulary {
  @MainActor private static func host(_ desk: Desk) async throws -> HostScreen {
    try await desk.registry.perform(to: .host, path: .push(from: desk.window)).completed()
  }

  @MainActor private static func addEditor(
    _ desk: Desk, in box: Box
  ) async throws -> ActiveRoute<any EditorInput> {
    let part = try desk.registry.perform(
      to: View<any EditorInput>(), path: .addChild(to: desk.window, in: box)
    ) { $0.prepareDestination = { $0.note = Note(title: "Part") } }
    try await part.completed()
    return part
  }

  /// A part is in its container, isn't a screen, and is asked before its screen goes.
  @MainActor static func parts() async throws {
    let desk = try await Desk(adding: HostModule())
    let screen = try await host(desk)
    let part = try await addEditor(desk, in: screen.box)
    expect(screen.box.children.map(\.name), ["new note"])
    expect(desk.tree.screens, ["host"])
    desk.compare()
    desk.tree.click("back")
    try await wait(for: "the question") { desk.tree.find("Stay") != nil }
    expect(desk.tree.screens, ["host", "alert"])
    desk.tree.click("Stay")
    try await wait(for: "the answer") { desk.tree.screens == ["host"] }
    expect(part.state, .routed)
    try part.remove()
    expect(part.state, .removed)
    expect(screen.box.children, [])
    // The program removes it without Waymark.
    let second = try await addEditor(desk, in: screen.box)
    screen.box.removeAll()
    try await wait(for: "the removal") { second.state == .removed }
    desk.compare()
    let third = try await addEditor(desk, in: screen.box)
    _ = try third.destination?.save()
    desk.tree.click("back")
    try await wait(for: "the list") { desk.tree.screens.isEmpty }
    expect(third.state, .removed)
    try await desk.clean()
  }

  /// A window closes with the parts of all tabs, and of parts.
  @MainActor static func partsOfAClosingWindow() async throws {
    let desk = try await Desk(adding: HostModule())
    let screen = try await host(desk)
    let inner = try await desk.registry.perform(
      to: .host, path: .addChild(to: desk.window, in: screen.box)
    ).completed()
    let part = try await addEditor(desk, in: inner.box)
    expect(desk.window.presenter.holder(of: inner), "the window still shows it")
    try desk.window.presenter.selectTab("Folders", animated: false)
    let window = desk.window
    let closing = Task { await window.close() }
    try await wait(for: "the question") { desk.tree.find("Stay") != nil }
    expect(desk.tree.tab, "Notes")
    desk.tree.click("Stay")
    // The question is gone from the display a few turns of the main actor before its answer arrives.
    expect(await closing.value, false)
    expect(part.state, .routed)
    _ = try part.destination?.save()
    window.window.close()
    try await wait(for: "the end of the window") { desk.application.windows.isEmpty }
    expect(part.state, .removed)
    expect(desk.navigator.screens.count, 0)
    let refused = try? desk.registry.perform(
      to: .settings, path: .addChild(to: window, in: screen.box))
    expect(refused == nil, true)
    try await desk.clean()
  }
}
