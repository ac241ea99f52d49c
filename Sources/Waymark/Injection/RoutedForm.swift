/// What a wrapper injects: the forms that a declared type can have.
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
