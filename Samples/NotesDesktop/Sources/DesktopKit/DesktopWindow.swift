import GtkKit
import ScreenKit
import Waymark

/// A window of the desktop, with tabs, a stack of screens in each, and sheets and popovers above them.
@MainActor
public final class DesktopWindow: ScreenWindow {
  /// The window of the toolkit.
  public let window = Window()
  /// The presenter of this window.
  public let presenter: DesktopPresenter
  /// The navigator of this window.
  public var navigator: Navigator?
  /// Returns the tab for the screens of a URL, or nil for the selected one.
  public var tabOfPlan: (@MainActor (RoutePlan) -> String?)?
  /// Called once, when the window has been closed.
  public var onClose: (@MainActor () -> Void)?

  /// Everything below the title bar.
  let content = Box(isVertical: true)
  private var header: ScreenHeader?
  private let switcher: Switcher
  private let bottomSwitcher: Switcher
  private let notice = Notice()
  /// The width below which the tabs are at the bottom.
  private static let narrow = 520

  /// The presenter of this window.
  public var routePresenter: any RoutePresenter { presenter }

  /// Creates a window, which isn't shown yet.
  ///
  /// - Parameters:
  ///   - tabs: The names of the tabs, or none.
  ///   - size: The size.
  public init(tabs: [String] = [], size: (width: Int, height: Int) = (720, 480)) {
    presenter = DesktopPresenter(tabs: tabs)
    switcher = Switcher(presenter.tabStack)
    bottomSwitcher = Switcher(presenter.tabStack)
    presenter.window = self
    let header = ScreenHeader { [weak self] in self?.goBack() }
    self.header = header
    window.name = "window"
    window.size = size
    window.setTitleBar(header.bar)
    window.setContent(content)
    content.append(notice.widget)
    content.append(presenter.tabStack)
    content.append(bottomSwitcher)
    bottomSwitcher.addStyle("bottom-tabs")
    arrange()
    window.on("notify::default-width") { [weak self] in self?.arrange() }
    window.onRequest("close-request") { [weak self] in
      self?.userCloses()
      return true
    }
    window.addShortcut("<Alt>Left", isManaged: true) { [weak self] in self?.goBack() ?? false }
  }

  /// Sets the screen that the stack of a tab starts with.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - url: Its URL, which a navigator then doesn't show again.
  ///   - tab: The name of the tab, or nil in a window without tabs.
  public func setRoot(_ screen: any DesktopScreen, url: String, inTab tab: String? = nil) {
    presenter.setRoot(screen, url: url, inTab: tab)
  }

  /// Returns the URL of the screen that the stack of a tab starts with.
  public func rootURL(inTab tab: String?) -> String? { presenter.roots[tab ?? ""] }

  /// Shows the window above others.
  public func present() { window.present() }

  /// Adds a button at the left of the title.
  public func addFirst(_ button: Widget) { header?.bar.addFirst(button) }

  /// Adds a key to the window.
  public func addShortcut(_ trigger: String, _ action: @escaping @MainActor () -> Void) {
    window.addShortcut(trigger) {
      action()
      return true
    }
  }

  /// Shows an error to the user.
  public func say(_ error: any Error) { notice.show("\(error)") }

  /// Updates the titles and buttons above the screens, because one has changed.
  public func updateHeaders() {
    for cover in presenter.covers { cover.updateHeader() }
    let screen = presenter.selectedStack.top
    window.title = screen?.title ?? ""
    header?.show(screen, canGoBack: presenter.selectedStack.canGoBack)
  }

  /// Moves the tabs to the bottom of a narrow window.
  private func arrange() {
    let hasTabs = presenter.selectedTab != nil
    let isNarrow = window.size.width < Self.narrow
    bottomSwitcher.isVisible = hasTabs && isNarrow
    header?.bar.setTitle(hasTabs && !isNarrow ? switcher : header?.title)
  }

  // MARK: - Leaving

  /// Goes back, as the user does with the back button.
  ///
  /// - Returns: Whether there's a screen to leave. The first one of a tab stays.
  @discardableResult
  public func goBack() -> Bool {
    guard presenter.canGoBack, let navigator else { return false }
    Task {
      do throws(Navigator.Failure) {
        try await navigator.back()
      } catch {
        let isStaying = error.code == .stayed && error.error.underlying == nil
        guard !isStaying, error.code != .superseded, !error.isCancellation else { return }
        say(error.error.underlying ?? error)
      }
    }
    return true
  }

  /// Closes the window, as the user does with its close button.
  public func userCloses() {
    Task { await close() }
  }

  /// Asks all screens of all tabs, and closes the window unless one decides to stay.
  ///
  /// - Returns: Whether the window is closed.
  @discardableResult
  public func close() async -> Bool {
    guard await presenter.mayClose({ [presenter] in presenter.views }) else { return false }
    destroy()
    return true
  }

  /// Closes the window without asking.
  public func destroy() {
    guard !presenter.isClosed else { return }
    presenter.didClose(self, with: presenter.removeAll())
    window.destroy()
    onClose?()
  }
}
