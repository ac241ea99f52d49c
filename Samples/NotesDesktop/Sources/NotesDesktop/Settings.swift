import DesktopKit
import Foundation
import GtkKit
import NotesInterfaces
import Waymark

/// A section of the settings.
///
/// The screen knows none of them: any module contributes one.
@MainActor
protocol SettingsSection: AnyObject {
  /// The words above the section.
  var title: String { get }
  /// The section.
  var widget: Widget { get }
}

extension RoutableViews<any SettingsSection> {
  /// The sections of the settings, in order.
  static var settings: Self { declared() }
}

/// The settings, assembled from contributions.
public final class SettingsScreen: DesktopScreen {
  /// The words above the screen.
  public let title = "Settings"
  /// The sections.
  public let widget: Widget
  private let sections: [any SettingsSection]

  init(sections: [any SettingsSection]) {
    self.sections = sections
    let box = Box(isVertical: true, spacing: 12)
    box.margin = 12
    for section in sections {
      let heading = Label(section.title)
      heading.addStyle("heading")
      box.append(heading)
      box.append(section.widget)
    }
    widget = Scroll(box)
    widget.name = "settings"
  }
}

extension RoutableView<SettingsScreen> {
  /// The settings.
  public static var settings: Self { declared() }
}

/// Whether windows are dark.
final class AppearanceSettings: SettingsSection {
  let title = "Appearance"
  let widget: Widget
  private let toggle = Switch(isOn: Display.isDark)

  init() {
    let row = Box(isVertical: false, spacing: 6)
    widget = row
    toggle.name = "dark"
    toggle.on("notify::active") { [weak self] in
      if let self { Display.isDark = toggle.isOn }
    }
    row.append(toggle)
    row.append(Label("Dark windows"))
  }
}

/// The state of the lock.
final class LockSettings: SettingsSection {
  let title = "Locked notes"
  let widget: Widget

  init(lock: any NoteLock) {
    let hasPasscode = (try? lock.hasPasscode) ?? false
    widget = Label(
      !hasPasscode
        ? "No passcode was chosen yet." : lock.isOpen ? "Open until the program ends." : "Closed.",
      wraps: true)
  }
}

/// The file of the notes.
final class StorageSettings: SettingsSection {
  let title = "Storage"
  let widget: Widget

  init(file: URL, storage: any NoteStorage) {
    let count = (try? storage.notes().count) ?? 0
    widget = Label("\(count) notes in \(file.path)", wraps: true)
  }
}

/// The settings, with a section of their own.
struct SettingsModule: RouteModule {
  let file: URL

  var routes: Routes {
    Route(SettingsScreen.init(sections:)) {
      View(.settings)
      Identifier("settings")
      URLPattern("notes://settings")
      Supports(.sheet, .push)
    }
    Route(AppearanceSettings.init) { Contributes(to: .settings, as: "appearance") }
    Route(StorageSettings.self) {
      Contributes(to: .settings, as: "storage", order: 2)
      Requires(Service<any NoteStorage>())
    } make: { [file] routes in
      StorageSettings(file: file, storage: try routes(Service<any NoteStorage>()))
    }
  }
}
