/// The form in which a wrapper injects its value, which the declared type determines.
@usableFromInline
enum RoutedForm: Sendable {
  /// The destination.
  case destination
  /// The destination, or nil.
  case optional
  /// A router to the destination.
  case router
  /// A router to the configuration of the destination's route.
  case module
}
