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
  /// All elements of a collection.
  case collection
  /// The elements of a collection that have a key.
  case keyed
  /// A router to the elements of a collection.
  case contributions
}
