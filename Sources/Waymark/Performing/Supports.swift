/// An entry of a view's route: it can be shown along these kinds of path only.
///
/// To be made without being shown, along `makeDestination`, is always possible.
public struct Supports: FeatureEntry, RouteEntry {
  let kinds: [RoutePath.Kind]

  /// Creates the entry.
  ///
  /// - Parameter kinds: The kinds.
  public init(_ kinds: RoutePath.Kind...) { self.kinds = kinds }
}

extension Supports {
  /// Something about how a view is shown.
  public typealias Contents = EntryContents.Shown

  /// The entry as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.feature(self))
  }
}
