import Foundation
import SwiftUI
import Testing
import ToolkitFixtures
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

@MainActor
@Suite("Screens that ask only if they need to", .timeLimit(.minutes(5)))
struct AskingTests {
  private let (window, registry, device): DrawnWindow

  init() throws {
    (window, registry, device) = try drawnWindow {
      Route(Draft.init) {
        RoutableView(.draft)
        Shown { DraftScreen(draft: $0) }
        Leaves { draft in
          draft.questions += 1
          return .stay
        }
      }
    }
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
@Suite("Sources in the environment", .timeLimit(.minutes(5)))
struct EnvironmentSourceTests {
  private struct Reader: View {
    let read: (any RouteSource) -> Void
    @Environment(\.routeSource) private var source
    var body: some View { Button("Read") { read(source) } }
  }

  @Test func `the source is the stack's window or the nearest other source that exists`() throws {
    let (window, registry) = (RouteWindow(), try Registry { NoteModule() })
    var other: RouteWindow? = RouteWindow()
    var read: (any RouteSource)?
    let inside = draw { RouteStack(window) { Reader { read = $0 } }.routeSource(other ?? window) }
    #expect(inside.press("Read"))
    #expect(read === window)
    let outside = draw { Reader { read = $0 }.routeSource(other ?? window) }
    #expect(outside.press("Read"))
    #expect(read === other)
    other = nil
    read = nil
    #expect(outside.press("Read"))
    let missing = try #require(read)
    let error = #expect(throws: RouteError.self) {
      try registry.perform(to: .note, path: .push(from: missing))
    }
    #expect(error?.code == .actionFailed)
  }
}

@MainActor
@Suite("Restored screens", .timeLimit(.minutes(5)))
struct RestoringTests {
  @MainActor
  private final class Storage {
    var data: Data?
    /// The errors that the modifier and the registry have reported.
    var (failures, reports): ([String], [String]) = ([], [])
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

  init() throws {
    let storage = storage
    registry = try Registry {
      NoteModule()
      ReportsErrors { error in MainActor.assumeIsolated { storage.reports.append(error.description) } }
    }
  }

  private func launch() -> (device: ModelDevice, navigator: Navigator, window: RouteWindow) {
    let window = RouteWindow()
    let navigator = Navigator(from: window, in: registry)
    let storage = storage
    let device = draw { Restored(window, navigator, storage) }
    return (device, navigator, window)
  }

  private func settle() async { for _ in 0..<500 { await Task.yield() } }

  @Test func `unreadable data is reported and replaced`() async throws {
    storage.data = Data("{".utf8)
    let first = launch()
    #expect(await eventually { storage.failures.count == 1 })
    try await first.navigator.open("notes://help")
    await settle()
    let second = launch()
    #expect(await eventually { second.device.texts == ["help"] })
    #expect(storage.failures.count == 1 && storage.reports == storage.failures)
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
    await settle()
    device.update()
    // The next launch has forgotten them.
    _ = launch()
    await settle()
    #expect(storage.failures.count == 1)
  }
}
