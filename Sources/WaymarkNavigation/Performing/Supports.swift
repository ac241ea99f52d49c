public import WaymarkCore

/// An entry of a view's route that limits the kinds of path along which it can be shown.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Supports(.push, .sheet)
///     }
///
/// Performing along another kind throws `unsupportedPath`. Creating the view without showing it, along
/// `makeDestination`, is always possible.
public struct Supports: FeatureEntry, PlainEntry {
  let kinds: [RoutePath.Kind]

  /// Creates the entry.
  ///
  /// - Parameter kinds: The supported kinds.
  public init(_ kinds: RoutePath.Kind...) { self.kinds = kinds }
}

extension Supports {
  /// A property of a view's presentation.
  public typealias Contents = EntryContents.Shown

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }
}
