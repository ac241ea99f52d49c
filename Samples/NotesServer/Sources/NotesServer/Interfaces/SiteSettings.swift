import ArgumentParser
import Waymark

/// The options of the site, which take time to copy, so that each request carries the ones that pages need.
struct SiteSettings: ParsableArguments, Sendable {
  @Option(help: "The address to listen at. Other machines reach 0.0.0.0, which needs --proxy or --insecure.")
  var host = "127.0.0.1"
  @Option(help: "The port to listen at; 0 for a free one.") var port = 8080
  @Option(
    name: .customLong("proxy"),
    help: ArgumentHelp(
      "The address of an HTTPS proxy in front of the server, such as 127.0.0.1; may be repeated.",
      discussion: """
        Limits then count the address that the proxy writes into X-Forwarded-For, and cookies are sent by HTTPS only.
        """)) var proxies: [String] = []
  @Flag(help: "Let other machines reach the server without encryption.") var insecure = false
  @Flag(help: "Let nobody register, except for the first account.") var closedRegistration = false
  @Option(help: "The domain of the links that Apple's systems open in an application.") var domain =
    "notes.example"
  @Option(name: .customLong("app-id"), help: "The application that opens these links; may be repeated.")
  var appIDs = ["ABCDE12345.org.example.Notes"]
  @Option(
    help:
      "The number of changes, and of searches, that a user may make at once. A fifteenth of it is added each second."
  )
  var changes = 300
  @Option(help: "The greatest number of open connections.") var connections = 10_000
  @Option(help: "The greatest number of open connections of one client, except for a proxy.")
  var clientConnections = 200
  @Option(help: "The number of seconds in which the body of a request has to arrive.")
  var bodyTimeout = 30.0

  /// Whether browsers reach the server by HTTPS, which a proxy is expected to speak.
  var isSecure: Bool { !proxies.isEmpty }

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port is a number up to 65535") }
    guard changes > 0 else { throw ValidationError("--changes is a positive number") }
    guard bodyTimeout > 0, bodyTimeout <= 3600 else {
      throw ValidationError("--body-timeout is a number of seconds")
    }
    guard connections > 0, clientConnections > 0 else {
      throw ValidationError("--connections and --client-connections are positive numbers")
    }
    guard ["127.0.0.1", "::1", "localhost"].contains(host) || isSecure || insecure else {
      throw ValidationError(
        "passwords and notes would be sent to \(host) unencrypted: name an HTTPS proxy with --proxy, or add --insecure"
      )
    }
  }
}

extension RoutableService<SiteSettings> { static var siteSettings: Self { declared() } }
