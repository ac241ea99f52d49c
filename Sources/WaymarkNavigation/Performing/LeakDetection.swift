public import WaymarkCore

/// An entry of a registry that reports destinations that still exist some time after their removal.
///
///     let registry = try Registry {
///       EditorModule()
///       LeakDetection(after: .seconds(2))
///       Observes { event in
///         if case .leaked(let holder) = event.phase { print(event.destinationName, holder ?? "") }
///       }
///     }
///
/// Observers receive ``RouteEvent/Phase/leaked(holder:)`` once for a class instance, and
/// ``RouteEvent/Phase/reclaimed`` if it's deallocated later. Values aren't checked, and neither are destinations that
/// the registry or an open scope keeps. The detection costs nothing until a destination is removed.
public struct LeakDetection: RoutesElement, Handler {
  let delay: Duration

  /// Creates the entry.
  ///
  /// - Parameter delay: How long after its removal a destination may still exist.
  public init(after delay: Duration) { self.delay = delay }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(handler: self) }
}
