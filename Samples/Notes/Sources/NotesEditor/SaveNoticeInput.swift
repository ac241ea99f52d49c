import NotesInterfaces
import ScreenKit
import Waymark

/// The editor's requirement: a notice about a saved note.
///
/// The application connects it with an interface of another module.
@MainActor
public protocol SaveNoticeInput: Screen {
  /// Says that a note was saved.
  func announce(_ note: Note)
}

extension RoutableView where Protocol == any SaveNoticeInput {
  /// Asks for the notice.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
