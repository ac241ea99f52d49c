import WaymarkCore

/// An existing destination, retained until it's shown for the first time.
@MainActor
final class GivenDestination<Requested> {
  private var held = HeldDestination<Requested>()

  /// Creates a holder that retains a destination.
  init(_ destination: Requested) { held.hold(destination) }

  /// Returns the destination, and holds an object weakly from now on.
  func take() -> Requested? {
    defer { held.loosen() }
    return held.current
  }
}
