import NotesInterfaces
import ScreenKit
import Waymark

/// What the editor requires: something that says that a note was saved.
///
/// The application connects it with what another module provides.
@MainActor
public protocol SaveNoticeInput: Screen {
  /// Says that a note was saved.
  func announce(_ note: Note)
}

extension RoutableView where Protocol == any SaveNoticeInput {
  /// Asks for the notice.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
