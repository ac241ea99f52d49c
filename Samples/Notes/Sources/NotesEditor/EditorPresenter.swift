import NotesInterfaces
import NotesLogic
import ScreenKit
import Waymark

/// Decides about the contents of the editor.
@MainActor
final class EditorPresenter {
  private weak var view: EditorView?
  private let interactor: EditorInteractor

  /// The notice about saved notes, resolved at the first one, from a module that only the application knows.
  @Routed(RoutableView()) private var notice: any SaveNoticeInput

  @Routed(RoutableView()) private var alerts: DestinationViewRouter<any AlertInput>

  init(view: EditorView, interactor: EditorInteractor) {
    self.view = view
    self.interactor = interactor
  }

  func save() throws -> Note {
    guard let view else { throw EditorNotReady() }
    let note = try interactor.save(view.note)
    view.showSaved(note)
    notice.announce(note)
    view.notice = notice
    return note
  }

  /// Asks about unsaved changes before the view goes.
  func decideAboutLeaving(_ window: any ScreenWindow) async throws -> LeaveDecision {
    let answer = try await alerts.choose(
      "Save this note?", message: "It was changed and not saved.", buttons: ["Save", "Discard", "Stay"],
      in: window)
    if answer == "Save" { _ = try save() }
    return answer == "Save" || answer == "Discard" ? .proceed : .stay
  }
}
