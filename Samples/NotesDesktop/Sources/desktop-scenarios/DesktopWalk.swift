import DesktopKit
import GtkKit
import PresenterWalk
import Waymark

/// A screen with a container for parts.
final class WalkPage: DesktopScreen, WalkScreen {
  private struct Page { weak var page: WalkPage? }

  private static var pages: [String: Page] = [:]

  let title = "Page"
  let box = Box(isVertical: true)
  private let button = Button("Page")
  var widget: Widget { box }
  var questions = 0
  var mayLeave = false

  init() {
    box.name = "page \(Self.pages.count)"
    Self.pages[box.name] = Page(page: self)
    box.append(button)
  }

  // A popover of GTK 4.8 can't open in a window without a focused widget.
  func becameActive(in window: DesktopWindow) { button.focus() }

  /// Returns the page of a widget, or nil for another widget.
  static func of(_ widget: Widget) -> WalkPage? { pages[widget.name]?.page }
}

/// A window without tabs, in the walk of all presenters.
@MainActor struct DesktopWalk: WalkWindow {
  private let window = DesktopWindow()
  private let root = WalkPage()

  init() {
    window.setRoot(root, url: "walk://root")
    window.present()
  }

  private var tree: WidgetTree { WidgetTree(window.window) }

  func connect(to navigator: Navigator) { window.navigator = navigator }

  var shown: [WalkPage] {
    var all: [WalkPage] = []
    // The parts of a page are inside of it.
    func visit(_ widget: Widget) {
      guard let page = WalkPage.of(widget) else { return widget.children.forEach(visit) }
      if page !== root { all.append(page) }
    }
    for window in [window.window] + tree.sheets { visit(window) }
    return all
  }

  func paths(above screens: [WalkedScreen<WalkPage>]) -> [RoutePath] {
    [.sheet(from: window), .popover(from: window)]
      + (screens.last?.kind == .popover ? [] : [.push(from: window), .show(from: window)])
  }

  // A window shows parts in its own screens, and not in the screens of its sheets.
  func part(of screen: WalkPage) -> RoutePath? {
    screen.box.window == window.window ? .addChild(to: window, in: screen.box) : nil
  }

  func leaveTopmost(_ screen: WalkedScreen<WalkPage>) async -> Bool {
    switch screen.kind {
    case .sheet: tree.sheets.last?.close()
    // GTK hides a popover without a question if the user clicks outside of it.
    case .popover where screen.isAsked: return false
    case .popover: tree.popovers.last?.close()
    default: tree.click("back")
    }
    return true
  }

  func settle() async {
    for _ in 0..<5 { try? await Task.sleep(for: .milliseconds(1)) }
  }
}
