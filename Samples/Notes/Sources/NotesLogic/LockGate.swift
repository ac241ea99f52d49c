import NotesInterfaces
import Waymark

/// Lets nobody see a locked note without the passcode.
///
/// Neither the list nor the editor knows of it: the gate stands between them, wherever an editor is asked for.
@MainActor
public enum LockGate: RouteVocabulary {
  /// Asks for the passcode where the note is locked.
  ///
  /// - Throws: `CancellationError` where the user turns away.
  public static func decide(_ attempt: RouteAttempt) async throws -> RouteDecision {
    guard let editing = attempt.configuration as? any EditorModuleConfig, let source = attempt.path.source,
      try editing.note(in: { try Router.makeDestination(to: Service<any NoteStorage>()) })?.isLocked == true
    else { return .proceed }
    let lock = try Router.makeDestination(to: Service<any NoteLock>())
    guard !lock.isOpen else { return .proceed }
    let isOpen = try await Router.ask(View<any LoginInput>(), path: .popover(from: source), for: Bool.self) {
      login, answer in
      login.onUnlock = { answer(true) }
    }
    return isOpen == true ? .proceed : .refuse(CancellationError())
  }
}
