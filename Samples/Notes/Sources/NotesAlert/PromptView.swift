import NotesInterfaces
import ScreenKit

/// Draws a box for a line of text.
final class PromptView: PromptInput, InteractiveScreen {
  var title = ""
  var onEntry: ((String) -> Void)?
  private var buffer = TextBuffer()

  var text: String {
    get { buffer.text }
    set { buffer = TextBuffer(newValue) }
  }

  let hints = [KeyHint("↵", "done"), KeyHint("esc", "back")]

  func render(width: Int) -> [String] { [TextLayout.cut("\(title): \(text)", width: width)] }

  func draw(in size: ScreenSize) -> Drawing { buffer.draw(width: size.columns) }

  func handle(_ key: Key, in window: any ScreenWindow) throws -> Bool {
    guard key == .enter else { return buffer.handle(key) }
    onEntry?(text)
    return true
  }
}
