import Waymark

/// The URL pattern of a page that's shown without a log-in.
///
/// All others require one.
public struct PublicPage: Sendable {
  /// The pattern, as the route declares it.
  public let pattern: String

  /// Creates the entry.
  public init(_ pattern: String) { self.pattern = pattern }
}

extension RoutableServices<PublicPage> {
  /// The pages that are shown without a log-in, which modules contribute.
  public static var publicPages: Self { declared() }
}
