import DesktopKit
import GtkKit
import Observation
import ScreenKit
import Waymark

/// A window of the application: the notes and the folders in tabs, and a navigator.
@MainActor
public final class NotesWindow {
  /// The window of the toolkit.
  public let window: DesktopWindow
  /// The navigator of the window, which also opens links.
  public let navigator: Navigator
  private let readiness = Readiness()

  /// Whether the saved screens are shown, so that links can be opened.
  @MainActor @Observable
  fileprivate final class Readiness {
    var isReady = false
  }

  /// Creates a window, which isn't shown yet.
  ///
  /// - Parameters:
  ///   - registry: The application.
  ///   - size: The size.
  public init(in registry: Registry, size: (width: Int, height: Int) = (720, 480)) throws {
    window = DesktopWindow(tabs: ["Notes", "Folders"], size: size)
    // A step back replaces a step back that asks about an unsaved note.
    navigator = Navigator(
      from: window, in: registry, whileBusy: .replace, opensWhen: { [readiness] in readiness.isReady },
      keeping: .all)
    navigator.onFailure = { [weak window] _, failure in
      if !failure.isCancellation, failure.code != .stayed {
        window?.say(failure.error.underlying ?? failure.error)
      }
    }
    window.navigator = navigator
    window.tabOfPlan = { plan in plan.steps.first?.url == "notes://folders" ? "Folders" : "Notes" }
    for (tab, url) in [("Notes", "notes://list"), ("Folders", "notes://folders")] {
      if let root = try registry.makeDestination(for: url) as? any DesktopScreen {
        window.setRoot(root, url: url, inTab: tab)
      }
    }
    let settings = Button(icon: "emblem-system-symbolic", tooltip: "Settings (Ctrl+,)")
    settings.name = "settings"
    settings.onClick { [weak self] in self?.showSettings() }
    window.addFirst(settings)
    window.addShortcut("<Control>comma") { [weak self] in self?.showSettings() }
  }

  /// Shows saved screens, then lets links in.
  ///
  /// - Parameter plans: The screens of each tab.
  public func restore(_ plans: [String: RoutePlan]) async {
    do throws(Navigator.Failure) {
      try await navigator.restore(plans, animated: false)
    } catch {
      if !error.isCancellation { window.say(error.error.underlying ?? error.error) }
    }
    readiness.isReady = true
  }

  private func showSettings() {
    window.perform { [window, navigator] in
      try navigator.registry.perform(to: .settings, path: .sheet(from: window))
    }
  }
}
