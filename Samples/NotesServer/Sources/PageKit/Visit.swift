import Waymark

/// What interceptors know about a visit without a log-in.
public struct VisitAttempt: Sendable {
  /// The pattern of the URL.
  public var pattern = ""
  /// Whether the page is for everybody.
  public var isPublic = false

  /// Creates the parameters.
  public init() {}
}

/// What's shown to a visitor who hasn't logged in.
@MainActor
public protocol VisitScreen: AnyObject {
  /// Returns the response, or nil if the visitor may see the page of the URL.
  func reply(to message: Message) throws -> Reply?
}

extension RoutableViewModule<VisitAttempt> {
  /// A visit without a log-in, about which interceptors decide.
  public static var visit: Self { declared() }
}
