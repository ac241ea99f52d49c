import SwiftUI
import Testing
import ToolkitFixtures
import Waymark
import WaymarkSwiftUI

/// A path of the application, which tests change.
@MainActor @Observable
private final class Model {
  var path = NavigationPath()
  var screens: [Screen] = []
}

private enum Screen: Hashable {
  case page(Int)
  case route(RouteScreen)
}

private struct PathView: View {
  @Bindable var model: Model
  let window: RouteWindow
  var tab: String?

  var body: some View {
    NavigationStack(path: $model.path) {
      Text("root")
        .navigationDestination(for: Int.self) { Text("page \($0)") }
        .navigationDestination(for: RouteScreen.self) { PushedScreen($0) }
    }
    .pushesRoutes(of: window, tab: tab, onto: $model.path)
  }
}

private struct ScreensView: View {
  @Bindable var model: Model
  let window: RouteWindow

  var body: some View {
    NavigationStack(path: $model.screens) {
      Text("root").navigationDestination(for: Screen.self) { screen in
        switch screen {
        case .page(let number): Text("page \(number)")
        case .route(let screen): PushedScreen(screen)
        }
      }
    }
    .pushesRoutes(of: window, onto: $model.screens, as: Screen.route)
  }
}

/// The two kinds of path that an application has.
enum PathKind: CaseIterable { case erased, elements }

@MainActor
private struct OwnPath {
  let model = Model()
  let window = RouteWindow()
  let registry: Registry
  let device: ModelDevice
  let kind: PathKind

  init(_ kind: PathKind, isDrawn: Bool = true) throws {
    registry = try Registry { NoteModule() }
    self.kind = kind
    let (model, window) = (model, window)
    device = ModelDevice {
      if kind == .erased { PathView(model: model, window: window) }
      if kind == .elements { ScreensView(model: model, window: window) }
    }
    if isDrawn { device.update() }
  }

  var count: Int { kind == .erased ? model.path.count : model.screens.count }

  func append(_ page: Int) {
    model.path.append(page)
    model.screens.append(.page(page))
    device.update()
  }

  func removeLast(_ number: Int = 1) {
    if kind == .erased { model.path.removeLast(number) } else { model.screens.removeLast(number) }
    device.update()
  }

  /// Replaces the page below the route.
  func replacePage(by page: Int) {
    let screen = window.path[0]
    model.path = NavigationPath()
    model.path.append(page)
    model.path.append(screen)
    model.screens = [.page(page), .route(screen)]
    device.update()
  }

  /// Replaces the path by one with as many pages.
  func replace() {
    let count = count
    model.path = NavigationPath()
    model.screens = []
    for page in 0..<count {
      model.path.append(page)
      model.screens.append(.page(page))
    }
    device.update()
  }

  func push() async throws -> ActiveRoute<NoteModel> {
    try await registry.show(.note, .push(from: window)).route
  }
}

@MainActor
@Suite("Routes in a path of the application", .timeLimit(.minutes(5)))
struct OwnPathTests {
  @Test(arguments: PathKind.allCases)
  func `going back ends only the route that is gone`(kind: PathKind) async throws {
    let own = try OwnPath(kind)
    let note = try await own.push()
    own.append(1)
    #expect(own.device.goBack())
    #expect(note.state == .routed)
    #expect(own.device.goBack())
    #expect(await eventually { note.state == .removed })
    #expect(own.device.texts == ["root"])
  }

  @Test(arguments: PathKind.allCases)
  func `removing a route removes the elements above it`(kind: PathKind) async throws {
    let own = try OwnPath(kind)
    own.append(1)
    let first = try await own.push()
    own.append(2)
    let second = try await own.push()
    weak let lowest = first.destination
    weak let middle = second.destination
    own.window.path.removeLast()
    own.device.update()
    #expect([first.state, second.state] == [.routed, .removed])
    #expect(own.device.texts == ["page 2"])
    let third = try await own.push()
    weak let upper = third.destination
    try await remove(first)
    #expect(third.state == .removed)
    own.device.update()
    #expect(own.device.texts == ["page 1"])
    #expect(own.count == 1 && own.window.path.isEmpty)
    // The device remembers the path of the last change.
    own.append(3)
    #expect(await eventually { lowest == nil && middle == nil && upper == nil })
  }

  @Test(arguments: PathKind.allCases)
  func `replacing the path ends its routes`(kind: PathKind) async throws {
    let own = try OwnPath(kind)
    let note = try await own.push()
    own.replace()
    #expect(await eventually { note.state == .removed })
    #expect(own.device.texts == ["page 0"])
    // What's shown later has nothing to do with the earlier screen.
    let other = try await own.push()
    own.removeLast()
    #expect(await eventually { other.state == .removed })
    #expect(own.device.texts == ["page 0"])
  }

  @Test(arguments: PathKind.allCases)
  func `replacing an element below a route keeps the route`(kind: PathKind) async throws {
    let own = try OwnPath(kind)
    own.append(1)
    let note = try await own.push()
    own.replacePage(by: 2)
    for _ in 0..<100 { await Task.yield() }
    #expect(note.state == .routed && own.device.texts == ["a note"])
    try await remove(note)
    own.device.update()
    #expect(own.device.texts == ["page 2"])
  }

  @Test(arguments: PathKind.allCases)
  func `a route pushed before the first drawing joins the path`(kind: PathKind) async throws {
    let own = try OwnPath(kind, isDrawn: false)
    let note = try own.registry.perform(to: .note, path: .push(from: own.window))
    #expect(note.state == .routed)
    own.device.update()
    #expect(await eventually { own.device.texts == ["a note"] })
    #expect(own.count == 1)
    try await remove(note)
    own.device.update()
    #expect(own.device.texts == ["root"])
  }

  @Test(arguments: PathKind.allCases)
  func `a stack draws a dropped change later`(kind: PathKind) async throws {
    let own = try OwnPath(kind)
    own.device.dropsPathChanges = true
    let note = try own.registry.perform(to: .note, path: .push(from: own.window))
    let help = try own.registry.perform(to: .help, path: .push(from: own.window))
    try await note.completed()
    try await help.completed()
    #expect(await eventually { own.device.texts == ["help"] })
  }

  @Test func `a path with a route can't be encoded`() async throws {
    let own = try OwnPath(.erased)
    own.append(1)
    #expect(own.model.path.codable != nil)
    let note = try await own.push()
    #expect(own.model.path.codable == nil)
    try await remove(note)
    // A sheet has a stack of its own.
    try await own.registry.show(.note, .sheet(from: own.window))
    try await own.registry.show(.help, .push(from: try #require(own.window.sheet?.window)))
    #expect(own.device.texts == ["help"])
    #expect(own.model.path.codable != nil && own.count == 1)
  }

  @Test func `a navigator keeps a route below a value`() async throws {
    let own = try OwnPath(.elements)
    let navigator = Navigator(from: own.window, in: own.registry)
    try await navigator.open("notes://note/7")
    own.append(1)
    try await navigator.open("notes://note/7")
    #expect(own.device.texts == ["page 1"])
    try await navigator.back()
    own.device.update()
    #expect(own.device.texts == ["root"])
    #expect(navigator.screens.isEmpty)
  }

  @Test func `tabs have their own paths and share the modal views`() async throws {
    let window = RouteWindow(tabs: ["first", "second"])
    let registry = try Registry { NoteModule() }
    let (first, second) = (Model(), Model())
    let device = draw {
      TabView(selection: Bindable(window).tab) {
        PathView(model: first, window: window, tab: "first").tag("first")
        PathView(model: second, window: window, tab: "second").tag("second")
      }
      .presentsRoutes(of: window)
    }
    try await registry.show(.note, .push(from: window))
    #expect(first.path.count == 1)
    #expect(device.selectTab("second"))
    try await registry.show(.help, .push(from: window))
    #expect(second.path.count == 1)
    try await registry.show(.more, .sheet(from: window))
    #expect(device.layers == ["window", "sheet"])
  }
}
