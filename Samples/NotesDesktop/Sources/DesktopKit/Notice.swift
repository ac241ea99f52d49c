import GtkKit

/// A line with an error, until the user closes it.
@MainActor
final class Notice {
  let widget = Box(isVertical: false, spacing: 6)
  private let label = Label("", wraps: true)
  private let close = Button(icon: "window-close-symbolic", tooltip: "Close")

  init() {
    widget.name = "notice"
    widget.addStyle("notice")
    widget.isVisible = false
    label.expands = true
    widget.append(label)
    widget.append(close)
    close.onClick { [weak widget] in widget?.isVisible = false }
  }

  func show(_ text: String) {
    label.content = text
    widget.isVisible = true
  }
}
