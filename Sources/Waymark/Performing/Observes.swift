/// A declaration: a closure hears what happens to destinations that are shown.
///
/// In a route it hears about the route's destination, among the declarations of a registry about all.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Observes { event in print(event.phase) }
///     }
///
/// A registry that is derived tells the observers of its base, too. The route's observers hear first.
public struct Observes: Handler, FeatureEntry, RouteEntry {
  let observe: @MainActor @Sendable (RouteEvent) -> Void

  /// Creates the declaration.
  ///
  /// - Parameter observe: Called with each event, in order: before the caller is told of a success, and after it
  ///   was told of a failure.
  public init(_ observe: @escaping @MainActor @Sendable (RouteEvent) -> Void) { self.observe = observe }
}

extension Observes {
  /// Something about how a view is shown.
  public typealias Contents = EntryContents.Shown

  /// The entry as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.feature(self))
  }
}
