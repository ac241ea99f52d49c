import ArgumentParser
import NotesServer
import Waymark

struct WebCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web", abstract: "Serves pages for browsers, and JSON for programs.")

  enum Profiles: String, CaseIterable, ExpressibleByArgument { case development }

  @OptionGroup var settings: SiteSettings
  @OptionGroup var storage: StorageOptions
  @OptionGroup var log: LogOptions

  @Option(
    help: "The profile: 'development' adds the users ann and bob with sample notes to an empty database.")
  var profile: Profiles?

  func run() async throws {
    let place = try storage.place()
    let (host, profile) = (settings.host, profile.map { Profile($0.rawValue) })
    let application = NotesServerApplication(storage: place, settings: settings, logger: log.logger)
    try await application.run(profile: profile) { port in
      printNow("Notes are at http://\(host):\(port)/")
      printNow("Storage: \(place)")
      if profile == .development {
        printNow("Log in as ann or bob, with the password '\(SampleData.password)'.")
      }
    }
  }
}
