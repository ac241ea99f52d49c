public import WaymarkCore

/// An entry that observes the presentation of destinations.
///
/// In a route, the closure observes the route's destination; among the declarations of a registry, all
/// destinations.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Observes { event in print(event.phase) }
///     }
///
/// A derived registry also calls the observers of its base. The observers of the route are called first. All
/// run on the main actor.
public struct Observes: RoutesElement, Handler, FeatureEntry, PlainEntry {
  let observe: @MainActor @Sendable (RouteEvent) -> Void

  /// Creates the entry.
  ///
  /// - Parameter observe: A closure that receives each event, in order. A success is reported before the
  ///   caller's `onSuccess` is called, a failure after its `onFailure`.
  @preconcurrency
  public init(_ observe: @escaping @MainActor @Sendable (RouteEvent) -> Void) { self.observe = observe }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(handler: self) }
}

extension Observes {
  /// A property of a view's presentation.
  public typealias Contents = EntryContents.Shown

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }
}
