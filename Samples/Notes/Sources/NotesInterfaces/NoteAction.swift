import ScreenKit
import Waymark

/// Something that a key does with the selected note of a list.
///
/// The list knows none of them: any module contributes one.
@MainActor
public protocol NoteAction: AnyObject {
  /// The key, and what it does, as the last line of the terminal says it.
  var hint: KeyHint { get }

  /// Does it.
  ///
  /// - Parameters:
  ///   - note: The selected note.
  ///   - window: Where the list is, and from where other screens are shown.
  /// - Returns: Whether notes were changed.
  /// - Throws: What could not be done, which the window says.
  func perform(on note: Note, in window: any ScreenWindow) async throws -> Bool
}

extension RoutableViews<any NoteAction> {
  /// What keys do with the selected note of a list, in the order of their hints.
  public static var noteActions: Self { declared() }
}
