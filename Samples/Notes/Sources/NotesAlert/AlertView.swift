import NotesInterfaces

/// A box with a text and buttons.
///
/// One class serves two routes, each with a protocol of its own.
final class AlertView: AlertInput, EasyAlertInput {
  var title = ""
  var message = ""
  var buttons: [String] = []

  func render(width: Int) -> [String] {
    let limit = max(width - 4, 1)
    var lines = title.isEmpty ? [] : TextLayout.wrap(title, width: limit)
    if !message.isEmpty { lines += TextLayout.wrap(message, width: limit) }
    let buttons = TextLayout.cut(buttons.map { "[\($0)]" }.joined(separator: " "), width: limit)
    let inner = (lines + [buttons]).map(\.count).max() ?? 0
    let filled = lines.map { TextLayout.fit($0, width: inner) }
    let right = String(repeating: " ", count: inner - buttons.count) + buttons
    let rule = "+" + String(repeating: "-", count: inner + 2) + "+"
    let box = [rule] + (filled + (buttons.isEmpty ? [] : [right])).map { "| \($0) |" } + [rule]
    return box.map { TextLayout.cut($0, width: width) }
  }
}
