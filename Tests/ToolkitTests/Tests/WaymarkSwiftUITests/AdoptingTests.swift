import Foundation
import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

@MainActor @Observable
private final class Draft {
  var isEdited = false
  var questions = 0
}

private struct DraftScreen: View {
  let draft: Draft
  @Environment(\.leaveRoute) private var leave

  var body: some View {
    Text("draft")
    Button("Edit") { draft.isEdited.toggle() }
    Button("Leave") { leave() }.asksBeforeLeaving(draft.isEdited)
  }
}

extension RoutableView<Draft> { fileprivate static var draft: Self { declared() } }

private struct DraftModule: RouteModule {
  var routes: Routes {
    Route(Draft.init) {
      View(.draft)
      Shown { DraftScreen(draft: $0) }
      Leaves { draft in
        draft.questions += 1
        return .stay
      }
    }
  }
}

@MainActor
@Suite("Screens that ask only if they need to", .timeLimit(.minutes(5)))
struct AskingTests {
  private let window = RouteWindow()
  private let registry: Registry
  private let device: ModelDevice

  init() throws {
    let window = window
    registry = try Registry { DraftModule() }
    device = ModelDevice { RouteStack(window) { Text("root") } }
    device.update()
  }

  @Test func `the user can pull down a sheet until edits begin`() async throws {
    let draft = try registry.perform(to: .draft, path: .sheet(from: window))
    let model = try await draft.completed()
    #expect(window.sheet?.asksBeforeLeaving == false)
    #expect(device.press("Edit"))
    #expect(await eventually { window.sheet?.asksBeforeLeaving == true })
    #expect(!device.dismiss())
    #expect(device.press("Leave"))
    #expect(await eventually { model.questions == 1 })
    #expect(draft.state == .routed)
    #expect(device.press("Edit"))
    #expect(device.dismiss())
    #expect(draft.state == .removed)
    #expect(model.questions == 1)
  }

  @Test func `a pushed screen has the system's back button until edits begin`() async throws {
    let draft = try registry.perform(to: .draft, path: .push(from: window))
    let model = try await draft.completed()
    #expect(await eventually { device.hasBackButton && device.toolbar == [] })
    #expect(device.press("Edit"))
    #expect(await eventually { !device.hasBackButton && device.toolbar != [] })
    #expect(device.press("Back"))
    #expect(await eventually { model.questions == 1 })
    #expect(device.press("Edit"))
    #expect(await eventually { device.hasBackButton })
    #expect(device.press("Leave"))
    try await draft.removed()
    #expect(model.questions == 1)
  }

  @Test func `leaving by the program always asks`() async throws {
    let draft = try registry.perform(to: .draft, path: .sheet(from: window))
    let model = try await draft.completed()
    #expect(try await draft.leave() == false)
    #expect(model.questions == 1)
  }
}

@MainActor
@Suite("Paths with modifiers", .timeLimit(.minutes(5)))
struct PathContentTests {
  @Test func `a sheet has the heights of its path, around its stack`() async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(
      to: .note, path: .sheet(from: scenario.window) { $0.presentationDetents([.medium]) })
    try await note.completed()
    #expect(scenario.device.detents == ["medium"])
    let inner = try #require(scenario.window.sheet?.window)
    try await scenario.registry.perform(to: .help, path: .push(from: inner)).completed()
    #expect(scenario.device.texts == ["help"])
    #expect(scenario.device.detents == ["medium"])
  }

  @Test func `a cover and a popover have the modifiers of their paths`() async throws {
    let scenario = try Scenario()
    let cover = try scenario.registry.perform(
      to: .note,
      path: .fullScreenCover(from: scenario.window) { view in
        VStack {
          view
          Text("added")
        }
      })
    try await cover.completed()
    #expect(scenario.device.texts == ["a note", "added"])
    scenario.window.fullScreenCover = nil
    scenario.device.update()
    let popover = try scenario.registry.perform(
      to: .note,
      path: .popover(from: scenario.window) { view in
        VStack {
          view
          Text("added")
        }
      })
    try await popover.completed()
    #expect(scenario.device.texts == ["a note", "added"])
  }

  @Test func `a popover with modifiers points at its view`() async throws {
    let window = RouteWindow()
    let registry = try Registry { NoteModule() }
    let device = ModelDevice { RouteStack(window) { Text("target").popoverAnchor("target") } }
    device.update()
    let note = try registry.perform(
      to: .note, path: .popover(from: window, at: "target") { $0.presentationDetents([.large]) })
    try await note.completed()
    #expect(device.popoverAnchors == ["target"])
    #expect(device.detents == ["large"])
  }
}

@MainActor
@Suite("Sources in the environment", .timeLimit(.minutes(5)))
struct EnvironmentSourceTests {
  private struct Reader: View {
    let read: (any RouteSource) -> Void
    @Environment(\.routeSource) private var source
    var body: some View { Button("Read") { read(source) } }
  }

  @Test func `the source is the stack's window or the nearest other source`() {
    let window = RouteWindow()
    let other = RouteWindow()
    var sources: [any RouteSource] = []
    let device = ModelDevice {
      RouteStack(window) { Reader { sources.append($0) } }.routeSource(other)
      Reader { sources.append($0) }.routeSource(other)
    }
    device.update()
    #expect(device.buttons == ["Read", "Read"])
    #expect(device.press("Read"))
    #expect(sources.last === window)
    device.close(isReported: true)
    let second = ModelDevice { Reader { sources.append($0) }.routeSource(other) }
    second.update()
    #expect(second.press("Read"))
    #expect(sources.last === other)
  }

  @Test func `using a released source is an error`() throws {
    let registry = try Registry { NoteModule() }
    var other: RouteWindow? = RouteWindow()
    var source: (any RouteSource)?
    let device = ModelDevice { [weak other] in
      if let other { Reader { source = $0 }.routeSource(other) }
    }
    device.update()
    other = nil
    #expect(device.press("Read"))
    let used = try #require(source)
    #expect {
      try registry.perform(to: .note, path: .push(from: used))
    } throws: { ($0 as? RouteError)?.code == .actionFailed }
  }
}

@MainActor
@Suite("Restored screens", .timeLimit(.minutes(5)))
struct RestoringTests {
  @MainActor
  private final class Storage {
    var data: Data?
    var failures: [String] = []
  }

  private struct Restored: View {
    let window: RouteWindow
    let navigator: Navigator
    let storage: Storage
    @State private var data: Data?

    init(_ window: RouteWindow, _ navigator: Navigator, _ storage: Storage) {
      self.window = window
      self.navigator = navigator
      self.storage = storage
      _data = State(initialValue: storage.data)
    }

    var body: some View {
      RouteStack(window) { Text("root") }
        .restoresRoutes(with: navigator, in: $data) { storage.failures.append("\($0)") }
        .onChange(of: data) { storage.data = data }
    }
  }

  private let registry: Registry
  private let storage = Storage()

  private let reports: Storage

  init() throws {
    let reports = Storage()
    registry = try Registry {
      NoteModule()
      ReportsErrors { error in MainActor.assumeIsolated { reports.failures.append(error.description) } }
    }
    self.reports = reports
  }

  private func launch() -> (device: ModelDevice, navigator: Navigator, window: RouteWindow) {
    let window = RouteWindow()
    let navigator = Navigator(from: window, in: registry)
    let storage = storage
    let device = ModelDevice { Restored(window, navigator, storage) }
    device.update()
    return (device, navigator, window)
  }

  private func settle() async { for _ in 0..<500 { await Task.yield() } }

  @Test func `each change is saved and shown again`() async throws {
    let first = launch()
    try await first.navigator.open("notes://note/7")
    try await registry.perform(to: .help, path: .push(from: first.window)).completed()
    await settle()
    let second = launch()
    #expect(await eventually { second.navigator.screens.count == 2 })
    #expect(second.navigator.plan.steps.map(\.url) == ["notes://note/7", "notes://help"])
    #expect(storage.failures == [])
  }

  @Test func `unreadable data is reported and replaced`() async throws {
    storage.data = Data("{".utf8)
    let first = launch()
    #expect(await eventually { storage.failures.count == 1 })
    try await first.navigator.open("notes://help")
    await settle()
    let second = launch()
    #expect(await eventually { second.device.texts == ["help"] })
    #expect(storage.failures.count == 1 && reports.failures == storage.failures)
    #expect(storage.failures.first?.hasPrefix("the saved screens of a window cannot be read: ") == true)
  }

  @Test func `screens without a route are reported`() async throws {
    let old = try Registry {
      NoteModule()
      Route(Draft.init) {
        RoutableView(.draft)
        Shown { DraftScreen(draft: $0) }
        URLPattern("notes://draft")
      }
    }
    storage.data = try JSONEncoder().encode(["": old.plan(for: "notes://draft")])
    let device = launch().device
    #expect(await eventually { storage.failures.first?.contains("notes://draft") == true })
    #expect(device.texts == ["root"])
  }
}
