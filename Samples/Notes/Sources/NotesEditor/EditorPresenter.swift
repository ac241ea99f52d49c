import NotesInterfaces
import Waymark

/// Decides what the editor shows.
@MainActor
final class EditorPresenter {
  private weak var view: EditorView?
  private let interactor: EditorInteractor

  /// Made when the first note was saved; the module that draws it is known to the application only.
  @Routed(RoutableView()) private var notice: any SaveNoticeInput

  init(view: EditorView, interactor: EditorInteractor) {
    self.view = view
    self.interactor = interactor
  }

  func save() throws -> Note {
    guard let view else { throw EditorNotReady() }
    view.note = try interactor.save(view.note)
    notice.announce(view.note)
    view.notice = notice
    return view.note
  }
}
