import WaymarkCore

/// The decision of a ``Leaves`` entry about the removal of a destination.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Leaves { editor in editor.title.isEmpty ? .proceed : .stay }
///     }
public enum LeaveDecision: Sendable, Hashable {
  /// The destination may be removed, unless another entry decides otherwise.
  case proceed
  /// The destination stays shown.
  case stay
}
