import GtkKit

/// The bar above the screens of a window or sheet: a back button, the title, and the buttons of the screen.
@MainActor
final class ScreenHeader {
  let bar = HeaderBar()
  let back = Button(icon: "go-previous-symbolic", tooltip: "Back (Alt+Left)")
  let title = Label("")
  private var buttons: [Widget] = []

  init(onBack: @escaping @MainActor () -> Void) {
    back.name = "back"
    back.onClick(onBack)
    back.isVisible = false
    title.addStyle("title")
    title.name = "title"
    bar.addFirst(back)
    bar.setTitle(title)
  }

  /// Shows the title and the buttons of a screen.
  ///
  /// - Parameters:
  ///   - screen: The screen, or nil for none.
  ///   - canGoBack: Whether there's a screen below.
  func show(_ screen: (any DesktopScreen)?, canGoBack: Bool) {
    title.content = screen?.title ?? ""
    title.tooltip = title.content
    back.isVisible = canGoBack
    let wanted = screen?.buttons ?? []
    guard wanted != buttons else { return }
    for button in buttons { bar.remove(button) }
    for button in wanted.reversed() { bar.addLast(button) }
    buttons = wanted
  }
}
