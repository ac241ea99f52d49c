/// An entry that names the classes of the objects that a route makes, where the route's own type doesn't.
///
///     Route((any FolderPicker).self) {
///       View<any FolderPicker>()
///       Makes(SheetPicker.self, ListPicker.self)
///     } make: {
///       Bool.random() ? SheetPicker() as any FolderPicker : ListPicker()
///     }
///
/// ``Registry/prepare(_:)`` finds the route by these classes, and an ``Exclusive`` route claims them all. Each has to be
/// a subtype of the route's destination, which is checked when the registry is compiled.
public struct Makes: FeatureEntry, PlainEntry {
  let types: [any AnyObject.Type]

  /// Creates the entry.
  ///
  /// - Parameter types: The classes.
  public init(_ types: any AnyObject.Type...) { self.types = types }
}

extension Makes {
  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }
}

extension RouteDeclaration {
  /// The classes of ``Makes`` entries.
  var namedClasses: [Any.Type] { hasFeatures ? features(Makes.self).flatMap(\.types) : [] }

  /// The types that the route makes: its destination, and the classes that it names.
  var madeTypes: [Any.Type] { [destination] + namedClasses }
}
