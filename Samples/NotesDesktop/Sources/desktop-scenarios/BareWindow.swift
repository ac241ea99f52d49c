import GtkKit

/// A window with the widgets of ``Desk``, a note, a sheet, and a popover, made with GTK alone.
///
/// GTK retains some memory of each window that was shown. The scenarios compare the application with this window.
@MainActor
struct BareWindow {
  let window = Window()
  let sheet = Window()
  private let content = Box(isVertical: true)
  let popover: Popover

  init() {
    let tabs = Stack()
    let screens = Stack()
    let folders = Stack()
    tabs.add(screens, name: "Notes", title: "Notes")
    tabs.add(folders, name: "Folders", title: "Folders")
    window.setTitleBar(Self.header([Switcher(tabs)]))
    window.size = (720, 480)
    window.setContent(content)
    content.append(
      Self.row([Label("", wraps: true), Button(icon: "window-close-symbolic", tooltip: "Close")]))
    content.append(tabs)
    let bottom = Switcher(tabs)
    content.append(bottom)
    bottom.isVisible = false
    screens.add(Self.list(["Shopping", "Bread", "Soup", "Diary (locked)"]))
    folders.add(Self.list(["Recipes (2)", "In no folder (2)"]))
    let editor = Self.editor()
    screens.add(editor)
    screens.show(editor, animated: false)

    sheet.setSheet(of: window)
    sheet.size = (420, 360)
    sheet.setTitleBar(Self.header([]))
    let (box, stack) = (Box(isVertical: true), Stack())
    stack.add(Self.editor())
    box.append(stack)
    sheet.setContent(box)
    let question = Box(isVertical: true)
    question.append(Label("", wraps: true))
    question.append(Self.row([]))
    popover = Popover(question)
  }

  /// Shows everything.
  func present() {
    window.present()
    sheet.present()
    popover.open(in: sheet.children[0], at: nil)
  }

  /// Closes everything, as ``DesktopWindow`` does.
  func destroy() {
    popover.destroy()
    sheet.destroy()
    window.destroy()
  }

  // MARK: - Widgets

  private static func row(_ children: [Widget]) -> Box {
    let row = Box(isVertical: false, spacing: 6)
    for child in children { row.append(child) }
    return row
  }

  private static func header(_ title: [Widget]) -> HeaderBar {
    let header = HeaderBar()
    header.addFirst(Button(icon: "go-previous-symbolic", tooltip: "Back (Alt+Left)"))
    header.addFirst(Button(icon: "emblem-system-symbolic", tooltip: "Settings (Ctrl+,)"))
    header.addLast(Button("Save"))
    header.setTitle(title.first ?? Label(""))
    return header
  }

  private static func list(_ rows: [String]) -> Widget {
    let (box, list) = (Box(isVertical: true), List())
    for text in rows { list.append(Label(text)) }
    list.selected = 0
    box.append(Scroll(list))
    box.append(row([Button("Move"), Button("Delete")]))
    return box
  }

  private static func editor() -> Widget {
    let (box, title, text) = (Box(isVertical: true), Field("Shopping"), Editor())
    text.content = "Bread, cheese, a map."
    box.append(title)
    box.append(Scroll(text))
    box.append(row([Switch(isOn: false), Label("Locked"), Label("")]))
    text.focus()
    return box
  }
}
