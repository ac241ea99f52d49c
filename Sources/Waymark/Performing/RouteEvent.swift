/// Something that happened to a destination that was asked for: what observers hear.
@MainActor
public struct RouteEvent {
  /// What happened.
  public enum Phase {
    /// The destination was made and is about to be shown.
    case willPerform
    /// The destination is shown.
    case didPerform
    /// The destination is about to be removed.
    case willRemove
    /// The destination was removed, by Waymark or by somebody else.
    case didRemove
    /// Something did not work; the state is as before.
    case failed(RouteError)
    /// The destination still exists, so long after its removal.
    case leaked(holder: String?)
    /// A destination that was reported as leaked is gone now.
    case reclaimed
  }

  /// What happened.
  public let phase: Phase
  /// The destination, where one exists.
  public let destination: Any?
  /// The name of the destination's type.
  public let destinationType: String
  /// How and from where it was shown.
  public let path: RoutePath
  /// The URL that led here; nil where none did.
  public let url: String?
  /// Where the route is declared.
  public let location: DeclarationLocation
  /// How long it took: to show or to remove, or since the removal; nil where that is not known.
  public let duration: Duration?
}
