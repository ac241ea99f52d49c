import DesktopKit
import Foundation
import GtkKit
import NotesInterfaces
import NotesLogic
import Waymark

/// Asks for the passcode, or for a new one where there is none.
final class LoginScreen: LoginInput, DesktopScreen {
  let title = "Locked"
  var onUnlock: (() -> Void)?
  let widget: Widget

  private let lock: any NoteLock
  private let question = Label("", wraps: true)
  private let field = Field(isSecret: true)

  init(lock: any NoteLock) {
    self.lock = lock
    let box = Box(isVertical: true, spacing: 6)
    widget = box
    widget.name = "login"
    field.name = "passcode"
    question.widest = 40
    box.append(question)
    box.append(field)
    field.on("activate") { [weak self] in self?.unlock() }
  }

  func becameActive(in window: DesktopWindow) throws {
    let isKnown = try lock.hasPasscode
    question.content =
      isKnown ? "The passcode of your locked notes:" : "Choose a passcode for your locked notes:"
    field.focus()
  }

  private func unlock() {
    do {
      if try lock.open(passcode: field.content) {
        onUnlock?()
      } else {
        question.content = "That is another passcode."
      }
    } catch {
      question.content = "\(error)"
    }
    field.content = ""
  }
}

/// The lock of the notes, and the screen that opens it.
struct LockModule: RouteModule {
  let file: URL

  var routes: Routes {
    Route(PasscodeLock.self) {
      Service<any NoteLock>()
      Identifier("lock")
      Singleton()
    } make: { [file] in
      PasscodeLock(file: file)
    }
    Route(LoginScreen.init(lock:)) {
      View<any LoginInput>()
      Identifier("login")
      Supports(.popover, .sheet)
    }
    Route(LockSettings.init(lock:)) { Contributes(to: .settings, as: "lock", order: 1) }
  }
}
