import DesktopKit
import GtkKit
import NotesInterfaces
import NotesLogic
import Waymark

/// One note, to be edited.
final class EditorScreen: EditorInput, DesktopScreen {
  let widget: Widget
  let buttons: [Widget]

  private let interactor: EditorInteractor
  @Routed(RoutableView()) private var alerts: DestinationViewRouter<any AlertInput>
  private let titleField = Field()
  private let body = Editor()
  private let lock = Switch(isOn: false)
  private let state = Label("")
  private var saved = Note()
  private weak var window: DesktopWindow?

  init(interactor: EditorInteractor) {
    self.interactor = interactor
    let box = Box(isVertical: true, spacing: 6)
    box.margin = 12
    widget = box
    let save = Button("Save")
    save.name = "save"
    save.addStyle("suggested-action")
    buttons = [save]
    titleField.setPlaceholder("Title")
    titleField.name = "note-title"
    body.name = "note-text"
    box.append(titleField)
    box.append(Scroll(body))
    let bottom = Box(isVertical: false, spacing: 6)
    bottom.append(lock)
    bottom.append(Label("Locked"))
    bottom.append(state)
    box.append(bottom)
    save.onClick { [weak self] in self?.userSaves() }
    box.addShortcut("<Control>s", isManaged: true) { [weak self] in
      self?.userSaves()
      return true
    }
    titleField.on("changed") { [weak self] in self?.edited() }
    body.buffer.on("changed") { [weak self] in self?.edited() }
    lock.on("notify::active") { [weak self] in self?.edited() }
  }

  var title: String { (saved.id == 0 ? "New note" : saved.title) + (isEdited ? " (changed)" : "") }

  var note: Note {
    get {
      var note = saved
      note.title = titleField.content
      note.body = body.content
      note.isLocked = lock.isOn
      return note
    }
    set {
      if newValue.id != saved.id { saved = newValue }
      saved.folder = newValue.folder
      titleField.content = newValue.title
      body.content = newValue.body
      lock.isOn = newValue.isLocked
      edited()
    }
  }

  /// Whether leaving would lose something.
  var isEdited: Bool { note != saved }

  func save() throws -> Note {
    let note = try interactor.save(note)
    saved = note
    self.note = note
    state.content = "Saved note \(note.id)."
    return note
  }

  /// Asks about unsaved changes before the screen goes.
  func decideAboutLeaving() async throws -> LeaveDecision {
    guard isEdited, let window else { return .proceed }
    let answer = try await alerts.choose(
      "Save this note?", message: "It was changed and not saved.", buttons: ["Save", "Discard", "Stay"],
      in: window)
    if answer == "Save" { _ = try save() }
    return answer == "Save" || answer == "Discard" ? .proceed : .stay
  }

  func becameActive(in window: DesktopWindow) {
    self.window = window
    if saved.title.isEmpty { titleField.focus() } else { body.focus() }
  }

  // MARK: -

  private func edited() {
    widget.name = saved.id == 0 ? "new note" : "note \(saved.id)"
    if isEdited { state.content = saved.folder.isEmpty ? "" : "In \(saved.folder)" }
    window?.updateHeaders()
  }

  private func userSaves() {
    do { _ = try save() } catch { window?.say(error) }
  }
}

/// The note that the editor begins with.
struct EditorConfiguration: EditorModuleConfig {
  var note: Note?
  var id: Note.ID?
}
