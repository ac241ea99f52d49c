import ArgumentParser
import NotesServer
import Waymark

struct WebCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web", abstract: "Serves pages for browsers, and JSON for programs.")

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

  @OptionGroup var storage: StorageOptions
  @OptionGroup var log: LogOptions

  @Option(
    help: "The profile: 'development' adds the users ann and bob with sample notes to an empty database.")
  var profile: String?

  @Option(help: "The domain of the links that Apple's systems open in an application.") var domain =
    "notes.example"

  @Option(name: .customLong("app-id"), help: "The application that opens these links; may be repeated.")
  var appIDs = ["ABCDE12345.org.example.Notes"]

  @Option(help: "The number of changes that a user may make at once. A fifteenth of it is added each second.")
  var changes = 300

  @Option(help: "The greatest number of open connections.") var connections = 10_000

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port is a number up to 65535") }
    guard profile == nil || profile == Profile.development.name else {
      throw ValidationError("the only profile is 'development', not '\(profile ?? "")'")
    }
    guard changes > 0 else { throw ValidationError("--changes is a positive number") }
    guard connections > 0 else { throw ValidationError("--connections is a positive number") }
    guard ["127.0.0.1", "::1", "localhost"].contains(host) || !proxies.isEmpty || insecure else {
      throw ValidationError(
        "passwords and notes would be sent to \(host) unencrypted: name an HTTPS proxy with --proxy, or add --insecure"
      )
    }
  }

  func run() async throws {
    var settings = SiteSettings()
    settings.proxies = proxies
    settings.isRegistrationOpen = !closedRegistration
    settings.domain = domain
    settings.appIDs = appIDs
    settings.changes = changes
    settings.connections = connections
    let place = try storage.place()
    let (host, profile) = (host, profile.map { Profile($0) })
    try await NotesServerApplication(storage: place, settings: settings, logger: log.logger).runWeb(
      host: host, port: port, profile: profile
    ) { port in
      printNow("Notes are at http://\(host):\(port)/")
      printNow("Storage: \(place)")
      if profile == .development {
        printNow("Log in as ann or bob, with the password '\(SampleData.password)'.")
      }
    }
  }
}
