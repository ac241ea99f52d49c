import DesktopKit
import GtkKit
import NotesInterfaces
import Waymark

/// A question with buttons.
final class AlertScreen: AlertInput, EasyAlertInput, DesktopScreen {
  var title = ""
  var onChoice: ((String) -> Void)?
  let widget: Widget
  private let text = Label("", wraps: true)
  private let row = Box(isVertical: false, spacing: 6)

  init() {
    let box = Box(isVertical: true, spacing: 12)
    widget = box
    widget.name = "alert"
    text.widest = 40
    box.append(text)
    box.append(row)
  }

  var message: String {
    get { text.content }
    set { text.content = newValue }
  }

  var buttons: [String] = [] {
    didSet {
      row.removeAll()
      for title in buttons {
        let button = Button(title)
        button.name = title
        button.onClick { [weak self] in self?.onChoice?(title) }
        row.append(button)
      }
    }
  }

  func becameActive(in window: DesktopWindow) { row.children.first?.focus() }
}

/// A question that a line of text answers.
final class PromptScreen: PromptInput, DesktopScreen {
  var title = ""
  var onEntry: ((String) -> Void)?
  let widget: Widget
  private let field = Field()

  init() {
    widget = field
    widget.name = "prompt"
    field.on("activate") { [weak self] in
      guard let self else { return }
      onEntry?(text)
    }
  }

  var text: String {
    get { field.content }
    set { field.content = newValue }
  }

  func becameActive(in window: DesktopWindow) { field.focus() }
}

/// The small screens that ask.
struct AlertModule: RouteModule {
  var routes: Routes {
    Route(AlertScreen.init) {
      View<any AlertInput>()
      Identifier("alert")
      Supports(.popover, .sheet)
    }
    Route(PromptScreen.init) {
      View<any PromptInput>()
      Identifier("prompt")
      Supports(.popover, .sheet)
    }
  }
}
