import Waymark

package struct SiteSettings: Sendable {
  package var proxies: [String] = []
  /// Whether everybody may register, and not only the first account.
  package var isRegistrationOpen = true
  /// The domain of the links that Apple's systems open in an application.
  package var domain = "notes.example"
  /// The identifiers of the applications that open these links.
  package var appIDs = ["ABCDE12345.org.example.Notes"]
  /// The number of changes that a client may make at once, of which a fifteenth is added each second.
  package var changes = 300
  package var connections = 10_000
  package var bodyTimeout = Duration.seconds(30)

  /// Whether browsers reach the server by HTTPS, which a proxy is expected to speak.
  package var isSecure: Bool { !proxies.isEmpty }

  package init() {}
}

extension RoutableService<SiteSettings> { static var siteSettings: Self { declared() } }
