/// An entry of a view's route: it can be shown along these kinds of path only.
///
/// To be made without being shown, along `makeDestination`, is always possible.
public struct Supports: Sendable {
  let kinds: [RoutePath.Kind]

  /// Creates the entry.
  ///
  /// - Parameter kinds: The kinds.
  public init(_ kinds: RoutePath.Kind...) { self.kinds = kinds }
}
