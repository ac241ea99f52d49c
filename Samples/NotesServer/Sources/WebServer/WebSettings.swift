import Waymark

/// What the command line decides about the web server.
public struct WebSettings: Sendable {
  /// Whether browsers reach the server by HTTPS, through a proxy.
  public var isSecure = false
  /// Whether a proxy in front of the server writes the client's address into `X-Forwarded-For`.
  public var trustsForwardedFor = false
  /// The domain whose links a system opens in the application for it.
  public var domain = "notes.example"
  /// The identifiers of the applications that open these links.
  public var appIDs = ["ABCDE12345.org.example.Notes"]
  /// The number of changes that a client may make at once; then a fifteenth of it each second.
  public var changes = 300

  /// Creates the settings, with their default values.
  public init() {}
}

extension RoutableService<WebSettings> {
  /// What the command line decides about the web server.
  public static var webSettings: Self { declared() }
}
