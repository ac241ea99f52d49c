import NotesInterfaces
import ScreenKit
import Waymark

/// A box that asks for the passcode, or for a new one where there is none.
final class LoginView: LoginInput, InteractiveScreen {
  var onUnlock: (() -> Void)?

  private let lock: any NoteLock
  private var passcode = TextBuffer()
  private var isNew = false
  private var problem: String?

  init(lock: any NoteLock) { self.lock = lock }

  let title = "Locked"
  var hints: [KeyHint] { [KeyHint("↵", isNew ? "choose" : "unlock"), KeyHint("esc", "back")] }

  func becameActive() throws { isNew = try !lock.hasPasscode }

  func draw(in size: ScreenSize) -> Drawing {
    let question = isNew ? "Choose a passcode for your locked notes:" : "The passcode of your locked notes:"
    let head = TextLayout.wrap(question, width: size.columns).map { StyledLine($0) }
    var drawing = passcode.draw(width: size.columns, mask: "•")
    drawing.cursor?.line += head.count
    let tail = problem.map { [StyledLine(TextLayout.cut($0, width: size.columns), .bold)] } ?? []
    return Drawing(head + drawing.lines + tail, cursor: drawing.cursor)
  }

  func render(width: Int) -> [String] { draw(in: ScreenSize(columns: width, rows: 24)).lines.map(\.text) }

  func handle(_ key: Key, in window: any ScreenWindow) throws -> Bool {
    problem = nil
    guard key == .enter else { return passcode.handle(key) }
    do {
      if try lock.open(passcode: passcode.text) {
        onUnlock?()
        return true
      }
      problem = "That is another passcode."
    } catch {
      problem = "\(error)"
    }
    passcode = TextBuffer()
    return true
  }
}
