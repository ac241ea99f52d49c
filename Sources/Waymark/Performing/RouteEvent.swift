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
  /// The destination type of the route.
  public let destinationType: Any.Type
  /// How and from where the destination was shown.
  public let path: RoutePath
  /// The URL that led here; nil where none did.
  public let url: String?
  /// Where the route is declared.
  public let location: DeclarationLocation
  /// How long it took: to show or to remove, or since the removal; nil where that isn't known.
  public let duration: Duration?

  /// The name of the destination's type, such as `Editor`.
  ///
  /// Making it costs microseconds.
  public var destinationName: String { TypeName.of(destinationType) }

  /// Creates an event, for tests of an observer.
  ///
  ///     observer(RouteEvent(.didPerform, of: Editor.self, path: .push(from: window)))
  ///
  /// - Parameters:
  ///   - phase: What happened.
  ///   - destinationType: The destination type of the route.
  ///   - destination: The destination, where one exists.
  ///   - path: How and from where the destination was shown.
  ///   - url: The URL that led here.
  ///   - location: Where the route is declared.
  ///   - duration: How long it took.
  public init(
    _ phase: Phase, of destinationType: Any.Type, destination: Any? = nil, path: RoutePath,
    url: String? = nil,
    location: DeclarationLocation = DeclarationLocation(), duration: Duration? = nil
  ) {
    self.phase = phase
    self.destination = destination
    self.destinationType = destinationType
    self.path = path
    self.url = url
    self.location = location
    self.duration = duration
  }
}
