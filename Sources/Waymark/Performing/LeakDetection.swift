/// A declaration of a registry: destinations that still exist some time after their removal are reported.
///
/// Observers hear of a class's instance once (``RouteEvent/Phase/leaked(holder:)``), and once more when it is
/// gone after all. Nothing waits as long as nothing was removed.
public struct LeakDetection: Handler {
  let delay: Duration

  /// Creates the declaration.
  ///
  /// - Parameter delay: How long after its removal a destination may still exist.
  public init(after delay: Duration) { self.delay = delay }
}
