/// The decision of a ``Leaves`` entry about the removal of a destination.
///
///     Leaves { editor in editor.isEdited ? .stay : .proceed }
public enum LeaveDecision: Sendable, Hashable {
  /// The destination may be removed, unless another entry decides otherwise.
  case proceed
  /// The destination stays shown.
  case stay
}
