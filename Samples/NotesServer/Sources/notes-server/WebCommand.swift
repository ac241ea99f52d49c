import ArgumentParser
import NotesServer
import Waymark
import WebServer

struct WebCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web", abstract: "Serves pages for browsers, and JSON for programs.")

  @Option(help: "The address to listen at.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen at; 0 for one that's free.")
  var port = 8080

  @OptionGroup var storage: StorageOptions
  @OptionGroup var log: LogOptions

  @Option(
    help: "The profile: 'development' adds the users ann and bob with sample notes to an empty database.")
  var profile: String?

  @Flag(help: "Browsers reach the server by HTTPS, through a proxy: cookies are sent by HTTPS only.")
  var secure = false

  @Flag(help: "A proxy in front of the server writes the client's address into X-Forwarded-For.")
  var trustForwardedFor = false

  @Option(help: "The domain whose links Apple's systems open in an application.")
  var domain = "notes.example"

  @Option(name: .customLong("app-id"), help: "The application that opens these links; may be repeated.")
  var appIDs = ["ABCDE12345.org.example.Notes"]

  @Option(help: "The number of changes that a user may make at once; then a fifteenth of it each second.")
  var changes = 300

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port is a number up to 65535") }
    guard profile == nil || profile == Profile.development.name else {
      throw ValidationError("the only profile is 'development', not '\(profile ?? "")'")
    }
    guard changes > 0 else { throw ValidationError("--changes is a positive number") }
  }

  func run() async throws {
    var settings = WebSettings()
    settings.isSecure = secure
    settings.trustsForwardedFor = trustForwardedFor
    settings.domain = domain
    settings.appIDs = appIDs
    settings.changes = changes
    let place = try storage.place()
    let (host, profile) = (host, profile.map { Profile($0) })
    try await NotesServerApplication(storage: place, settings: settings, logger: log.logger)
      .runWeb(host: host, port: port, profile: profile) { port in
        printNow("Notes are at http://\(host):\(port)/")
        printNow("Storage: \(place)")
        if profile == .development {
          printNow("Log in as ann or bob, with the password '\(SampleData.password)'.")
        }
      }
  }
}
