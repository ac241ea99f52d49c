import NotesInterfaces
import ScreenKit

/// A box with a text and buttons.
///
/// One class serves two routes, each with a protocol of its own.
final class AlertView: AlertInput, EasyAlertInput, InteractiveScreen {
  var title = ""
  var message = ""
  var buttons: [String] = []
  var onChoice: ((String) -> Void)?
  private var selected = 0

  var hints: [KeyHint] {
    (buttons.count > 1 ? [KeyHint("←→", "select")] : []) + [KeyHint("↵", "choose"), KeyHint("esc", "back")]
  }

  func render(width: Int) -> [String] {
    let limit = max(width - 4, 1)
    var lines = title.isEmpty ? [] : TextLayout.wrap(title, width: limit)
    if !message.isEmpty { lines += TextLayout.wrap(message, width: limit) }
    let buttons = TextLayout.cut(buttons.map { "[\($0)]" }.joined(separator: " "), width: limit)
    let inner = (lines + [buttons]).map { DisplayWidth.of($0) }.max() ?? 0
    let filled = lines.map { TextLayout.fit($0, width: inner) }
    let right = String(repeating: " ", count: inner - DisplayWidth.of(buttons)) + buttons
    let rule = "+" + String(repeating: "-", count: inner + 2) + "+"
    let box = [rule] + (filled + (buttons.isEmpty ? [] : [right])).map { "| \($0) |" } + [rule]
    return box.map { TextLayout.cut($0, width: width) }
  }

  func draw(in size: ScreenSize) -> Drawing {
    var lines = TextLayout.wrap(message, width: size.columns).map { StyledLine($0) }
    guard !buttons.isEmpty else { return Drawing(lines) }
    var row: StyledLine = ""
    for (index, button) in buttons.enumerated() {
      row = row + StyledLine(" \(button) ", index == selected ? .reversed : .underlined) + " "
    }
    lines += ["", row]
    return Drawing(lines, focus: lines.count - 1)
  }

  func handle(_ key: Key, in window: any ScreenWindow) throws -> Bool {
    switch key {
    case .left, .backTab: selected = max(selected - 1, 0)
    case .right, .tab: selected = min(selected + 1, max(buttons.count - 1, 0))
    case .enter:
      if buttons.indices.contains(selected) { onChoice?(buttons[selected]) }
    default: return false
    }
    return true
  }
}
