/// What an interceptor decides about: a destination that is about to be made and shown.
@MainActor
public struct RouteAttempt {
  /// The name of the destination's type.
  public let destination: String
  /// The identifiers of the route.
  public let identifiers: [String]
  /// How and from where it is to be shown.
  public let path: RoutePath
  /// Where the route is declared.
  public let location: DeclarationLocation
  /// The URL that led here; nil where none did.
  public let url: String?
  /// What the URL says besides where it leads; nil where none led here.
  public let parameters: URLParameters?
  /// The configuration as its caller has filled it; nil where the caller fills none.
  public let configuration: Any?
  /// The names of the destinations that were asked for before interceptors redirected, the first one first.
  public let redirectedFrom: [String]
}
