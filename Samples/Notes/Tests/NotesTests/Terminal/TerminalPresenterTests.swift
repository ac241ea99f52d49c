import ScreenKit
import Testing
import Waymark

@testable import NotesTerminal

extension RoutableView<any Screen> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<NoScreen> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

private final class Page: InteractiveScreen {
  let title: String
  private(set) var activations = 0
  let hints = [KeyHint("x", "something"), KeyHint("a long key", "and what it does")]

  init(_ title: String) { self.title = title }

  func render(width: Int) -> [String] { [title] }
  func draw(in size: ScreenSize) -> Drawing { Drawing([StyledLine("this is \(title)")], focus: 0) }
  func handle(_ key: Key, in window: any ScreenWindow) -> Bool { false }
  func becameActive() { activations += 1 }
}

private final class NoScreen: ViewDestination {}

@MainActor @Suite("Terminal presenter")
struct TerminalPresenterTests: RouteVocabulary {
  private let window = TerminalWindow()
  private var presenter: TerminalPresenter { window.presenter }

  private func show(_ name: String, _ path: RoutePath) throws -> (page: Page, active: ActiveRoute<Any>) {
    let registry = try Registry {
      Route(Page.self) {
        View<any Screen>()
        Identifier(name)
      } make: {
        Page(name)
      }
    }
    let active = try #require(registry.router(identifier: name)).perform(path)
    return (try #require(presenter.panes.last?.screen as? Page), active)
  }

  private var titles: [[String]] {
    presenter.layers.map { $0.panes.compactMap { $0.interactive?.title } }
  }

  @Test func `screens form layers`() throws {
    let first = try show("first", .push(from: window))
    _ = try show("second", .show(from: window))
    _ = try show("pane", .present(from: window))
    _ = try show("in the pane", .push(from: window))
    _ = try show("box", .popover(from: window))
    #expect(titles == [["first", "second"], ["pane", "in the pane"], ["box"]])
    #expect(presenter.layers.map(\.kind) == [.window, .pane, .box])
    #expect(first.page.activations == 1)
  }

  @Test func `Escape removes the topmost screen but not the first`() throws {
    let first = try show("first", .push(from: window))
    let box = try show("box", .popover(from: window))
    #expect(presenter.dismiss() && box.active.state == .removed && titles == [["first"]])
    #expect(first.page.activations == 2)
    #expect(!presenter.dismiss() && first.active.state == .routed)
  }

  @Test func `removing a screen removes the screens above it`() throws {
    let first = try show("first", .push(from: window))
    let second = try show("second", .push(from: window))
    let child = try show("child", .addChild(to: window))
    let box = try show("box", .popover(from: window))
    try second.active.remove()
    #expect([first, second, child, box].map(\.active.state) == [.routed, .removed, .removed, .removed])
    #expect(titles == [["first"]])
  }

  @Test func `removing a child keeps the other screens`() throws {
    let first = try show("first", .push(from: window))
    let child = try show("child", .addChild(to: window))
    #expect(presenter.holder(of: child.page) == "the terminal still shows it")
    try child.active.remove()
    #expect(child.active.state == .removed && first.active.state == .routed && presenter.panes.count == 1)
    #expect(presenter.holder(of: child.page) == nil)
  }

  @Test func `an unsupported path is reported`() throws {
    let kind = #expect(throws: RouteError.self) { _ = try show("sheet", .sheet(from: window)) }
    #expect(
      kind?.code == .unsupportedPath && kind?.message == "a terminal cannot show anything along 'sheet'")
    #expect(kind?.remedy == "use 'push', 'show', 'present', 'popover', 'addChild'")
    let child = #expect(throws: RouteError.self) { _ = try show("child", .addChild(to: window)) }
    #expect(child?.message == "there is no screen yet to which a child could be added")
  }

  @Test func `a destination that isn't a screen is refused`() async throws {
    let registry = try Registry {
      Route(NoScreen.self) {
        View<NoScreen>()
        Identifier("none")
      } make: {
        NoScreen()
      }
    }
    let active = try? registry.router(identifier: "none")?.perform(.push(from: window))
    #expect(active?.state != .routed && presenter.layers.isEmpty)
  }

  @Test func `the presenter draws the window`() throws {
    _ = try show("first", .push(from: window))
    _ = try show("child", .addChild(to: window))
    _ = try show("box", .popover(from: window))
    let canvas = WindowDrawing(presenter.layers, size: ScreenSize(columns: 36, rows: 8)).canvas
    #expect(
      (0..<8).map { canvas.text(of: $0) } == [
        " first", "this is first     │ this is child", "    ┌─ box ─────────────────┐",
        "    │ this is box           │",
        "    └───────────────────────┘", "                  │", "                  │", " x something",
      ])
  }

  @Test func `the presenter draws the window in a small terminal`() throws {
    _ = try show("first", .push(from: window))
    _ = try show("child", .addChild(to: window))
    _ = try show("pane", .present(from: window))
    _ = try show("box", .popover(from: window))
    for columns in 0..<12 {
      for rows in 0..<8 {
        let size = ScreenSize(columns: columns, rows: rows)
        #expect(WindowDrawing(presenter.layers, size: size, notice: "Something").canvas.size == size)
      }
    }
  }
}
