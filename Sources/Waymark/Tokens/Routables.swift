/// Names for tokens, so that a point of use can be short: `@Routed(\.editor)`.
///
///     extension Routables {
///       var editor: RoutableView<any EditorInput> { .init() }
///     }
public struct Routables: Sendable {
  /// Creates the collection of names; there is no state in it.
  public init() {}
}
