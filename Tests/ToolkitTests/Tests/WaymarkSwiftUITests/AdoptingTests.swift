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
    device = draw { RouteStack(window) { Text("root") } }
  }

  @Test func `the user can pull down a sheet until edits begin`() async throws {
    let (draft, model) = try await registry.show(.draft, .sheet(from: window))
    #expect(window.sheet?.asksBeforeLeaving == false)
    #expect(device.press("Edit"))
    #expect(await eventually { window.sheet?.asksBeforeLeaving == true })
    #expect(!device.dismiss())
    #expect(device.press("Leave"))
    #expect(await eventually { model.questions == 1 })
    #expect(draft.state == .routed)
    #expect(device.press("Edit"))
    // Leaving by the program always asks.
    #expect(try await draft.leave() == false && model.questions == 2)
    #expect(device.dismiss())
    #expect(draft.state == .removed)
    #expect(model.questions == 2)
  }

  @Test func `a pushed screen has the system's back button until edits begin`() async throws {
    let (draft, model) = try await registry.show(.draft, .push(from: window))
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
}

@MainActor
@Suite("Paths with modifiers", .timeLimit(.minutes(5)))
struct PathContentTests {
  private let scenario: Scenario

  init() throws { scenario = try Scenario() }

  /// Adds a text below a view.
  private static func extended(_ view: AnyView) -> some View {
    VStack {
      view
      Text("added")
    }
  }

  @Test func `a sheet has the heights of its path, around its stack`() async throws {
    try await scenario.show(.note, .sheet(from: scenario.window) { $0.presentationDetents([.medium]) })
    #expect(scenario.device.detents == ["medium"])
    let inner = try #require(scenario.window.sheet?.window)
    try await scenario.show(.help, .push(from: inner))
    #expect(scenario.device.texts == ["help"])
    #expect(scenario.device.detents == ["medium"])
  }

  @Test func `a cover and a popover have the modifiers of their paths`() async throws {
    for isCover in [true, false] {
      let path: RoutePath =
        isCover
        ? .fullScreenCover(from: scenario.window, content: Self.extended)
        : .popover(from: scenario.window, content: Self.extended)
      let note = try await scenario.show(.note, path).route
      #expect(scenario.device.texts == ["a note", "added"])
      try await remove(note)
    }
  }

  @Test func `a popover with modifiers points at its view`() async throws {
    let window = RouteWindow()
    let device = draw { RouteStack(window) { Text("target").popoverAnchor("target") } }
    try await scenario.registry.show(
      .note, .popover(from: window, at: "target") { $0.presentationDetents([.large]) })
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
    let device = draw {
      RouteStack(window) { Reader { sources.append($0) } }.routeSource(other)
      Reader { sources.append($0) }.routeSource(other)
    }
    #expect(device.buttons == ["Read", "Read"])
    #expect(device.press("Read"))
    #expect(sources.last === window)
    device.close(isReported: true)
    let second = draw { Reader { sources.append($0) }.routeSource(other) }
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
    let device = draw { Restored(window, navigator, storage) }
    return (device, navigator, window)
  }

  private func settle() async { for _ in 0..<500 { await Task.yield() } }

  @Test func `each change is saved and shown again`() async throws {
    let first = launch()
    try await first.navigator.open("notes://note/7")
    try await registry.show(.help, .push(from: first.window))
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
