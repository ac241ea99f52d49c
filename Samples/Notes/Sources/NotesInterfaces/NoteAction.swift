import ScreenKit
import Waymark

/// Something that a key does with the selected note of a list.
///
/// The list knows none of them: any module contributes one.
@MainActor
public protocol NoteAction: AnyObject {
  /// The key and its action, for the last line of the terminal.
  var hint: KeyHint { get }

  /// Does it.
  ///
  /// - Parameters:
  ///   - note: The selected note.
  ///   - window: Where the list is, and from where other screens are shown.
  /// - Returns: Whether notes were changed.
  /// - Throws: An error that the window shows to the user.
  func perform(on note: Note, in window: any ScreenWindow) async throws -> Bool
}

extension RoutableViews<any NoteAction> {
  /// The actions of keys for the selected note of a list, in the order of their hints.
  public static var noteActions: Self { declared() }
}
