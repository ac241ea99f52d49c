import DesktopKit
import GtkKit
import Waymark

/// The contents of a window, read from GTK's widgets alone.
@MainActor
struct WidgetTree {
  let window: Window

  init(_ window: Window) { self.window = window }

  /// The stack of the tabs.
  private var tabs: Stack? {
    window.tree.first { $0.typeName == "GtkStack" }.map { Stack(of: $0) }
  }

  /// The name of the visible tab.
  var tab: String? { tabs?.visibleName }

  /// The screens above the root of the visible tab, and in sheets and popovers, beginning with the lowest.
  var screens: [String] {
    guard let tab else { return [] }
    return screens(inTab: tab) + popovers(in: window) + sheets(above: window)
  }

  /// The screens above the root of a tab.
  func screens(inTab name: String) -> [String] {
    guard let tabs, let index = ["Notes", "Folders"].firstIndex(of: name) else { return [] }
    return Array(tabs.children[index].children.map(\.name).dropFirst())
  }

  /// Selects a tab, as the user does.
  func selectTab(_ name: String) { tabs?.visibleName = name }

  /// The open popovers, from the lowest.
  var popovers: [Popover] {
    ([window] + sheets).flatMap(\.tree).filter {
      $0.typeName == "GtkPopover" && $0.name == "popover" && $0.isVisible
    }
    .map { Popover(of: $0) }
  }

  /// Whether the topmost screen of each stack is the visible one.
  var showsTop: Bool {
    guard let tabs, let stack = tabs.visibleChild.map({ Stack(of: $0) }) else { return false }
    return stack.visibleChild == stack.children.last
  }

  /// The sheets above a window, from the lowest.
  var sheets: [Window] {
    var sheets: [Window] = []
    var parent: Widget = window
    while let sheet = Self.sheet(of: parent) {
      sheets.append(sheet)
      parent = sheet
    }
    return sheets
  }

  private static func sheet(of parent: Widget) -> Window? {
    Window.all.filter { $0.name == "sheet" && $0.isVisible }.map { Window(of: $0) }.first {
      $0.sheetParent == parent
    }
  }

  private func sheets(above parent: Widget) -> [String] {
    guard let sheet = Self.sheet(of: parent) else { return [] }
    let stack = sheet.tree.first { $0.typeName == "GtkStack" }
    return (stack?.children.map(\.name) ?? []) + popovers(in: sheet) + sheets(above: sheet)
  }

  /// The screens of the open popovers in a window, from the lowest.
  private func popovers(in window: Widget) -> [String] {
    window.tree.filter { $0.typeName == "GtkPopover" && $0.name == "popover" && $0.isVisible }
      .compactMap { popover in
        popover.tree.first { ["alert", "prompt", "login"].contains($0.name) }?.name
      }
  }

  /// Returns the topmost visible widget with a name.
  func find(_ name: String) -> Widget? {
    for root in sheets.reversed() + [window] {
      if let found = root.lastVisible(named: name) { return found }
    }
    return nil
  }

  /// Clicks a button.
  func click(_ name: String, file: String = #fileID, line: Int = #line) {
    guard let button = find(name) else {
      return Checks.fail("there is no button \(name)", file: file, line: line)
    }
    button.emit("clicked")
  }

  // MARK: - Names

  /// Returns the name of a screen's widget.
  static func name(of screen: Navigator.Screen) -> String {
    if let url = screen.url { return name(of: url) }
    return [
      "EditorScreen": "new note", "AlertScreen": "alert", "PromptScreen": "prompt", "LoginScreen": "login",
    ][
      screen.destination] ?? screen.destination
  }

  static func name(of url: String) -> String {
    let parts = url.replacing("notes://", with: "").split(separator: "/")
    if parts.count > 1, parts[parts.count - 2] == "notes" { return "note \(parts[parts.count - 1])" }
    return parts.joined(separator: " ")
  }
}
