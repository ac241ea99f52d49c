import GtkKit
import Waymark

/// A sheet or a popover above the screens of a window.
@MainActor
protocol Cover: AnyObject {
  /// The screens, beginning with the lowest.
  var panes: [Pane] { get }
  /// The stack that takes further screens, or nil for a popover.
  var stack: ScreenStack? { get }
  /// The widget that popovers above this cover belong to.
  var container: Widget { get }
  /// The widget that gets the keys.
  var focused: Widget? { get }
  /// Called when the user has closed the cover, or asks to.
  var onClose: (@MainActor () -> Void)? { get set }
  /// Shows the title and buttons of the topmost screen.
  func updateHeader()
  /// Takes the cover from the display.
  func destroy()
}

/// A modal window above another one, with a stack of its own.
@MainActor
final class Sheet: Cover {
  let window = Window()
  private let content = ScreenStack()
  private let box = Box(isVertical: true)
  private let header: ScreenHeader
  var onClose: (@MainActor () -> Void)?

  var panes: [Pane] { content.panes }
  var stack: ScreenStack? { content }
  var container: Widget { box }
  var focused: Widget? { window.focused }

  init(above parent: Window, onBack: @escaping @MainActor () -> Void) {
    header = ScreenHeader(onBack: onBack)
    window.name = "sheet"
    window.setSheet(of: parent)
    window.setTitleBar(header.bar)
    window.setContent(box)
    window.size = (min(420, max(parent.size.width - 40, 320)), 360)
    box.append(content.widget)
    window.onRequest("close-request") { [weak self] in
      self?.onClose?()
      return true
    }
    window.addShortcut("<Alt>Left", isManaged: true) {
      onBack()
      return true
    }
    window.addShortcut("Escape") { [weak self] in
      self?.onClose?()
      return true
    }
  }

  func updateHeader() {
    window.title = panes.last?.screen.title ?? ""
    header.show(panes.last?.screen, canGoBack: content.canGoBack)
  }

  func destroy() { window.destroy() }
}

/// A popover with one screen.
@MainActor
final class Bubble: Cover {
  private let pane: Pane
  private let box = Box(isVertical: true, spacing: 6)
  private let title = Label("", wraps: true)
  private let popover: Popover
  private var isDestroyed = false
  var onClose: (@MainActor () -> Void)?

  var panes: [Pane] { [pane] }
  var stack: ScreenStack? { nil }
  var container: Widget { box }
  var focused: Widget? { nil }

  /// Opens a popover.
  ///
  /// - Parameters:
  ///   - pane: The screen.
  ///   - container: The widget that the popover belongs to.
  ///   - target: The widget that it points at.
  init(_ pane: Pane, in container: Widget, at target: Widget?) {
    self.pane = pane
    title.addStyle("heading")
    title.widest = 40
    box.margin = 6
    box.append(title)
    box.append(pane.screen.widget)
    popover = Popover(box)
    popover.name = "popover"
    // A popover that closes itself can't wait for an answer.
    popover.closesItself = !pane.transition.asksBeforeLeaving
    popover.on("closed") { [weak self] in
      if self?.isDestroyed == false { self?.onClose?() }
    }
    popover.addShortcut("Escape") { [weak self] in
      self?.onClose?()
      return true
    }
    updateHeader()
    popover.open(in: container, at: target)
  }

  func updateHeader() {
    title.content = pane.screen.title
    title.isVisible = !title.content.isEmpty
  }

  func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    box.remove(pane.screen.widget)
    // GTK may be emitting a signal of the popover.
    Task { [popover] in popover.destroy() }
  }
}
