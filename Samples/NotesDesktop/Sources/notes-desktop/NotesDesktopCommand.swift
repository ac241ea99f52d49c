import ArgumentParser
import Foundation
import GtkKit
import NotesDesktop
import Waymark

/// The program: it opens its windows, or passes its links to the program that has them open.
@main
struct NotesDesktopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes-desktop", abstract: "Shows notes in windows.",
    discussion: "If the program is already running with the same notes, its windows open the URLs.")

  @Option(
    help: ArgumentHelp("The file of the notes.", valueName: "path"), completion: .file(extensions: ["json"]))
  var store: String?

  @Argument(help: "The URLs to open, such as notes://notes/3.")
  var urls: [String] = []

  // GTK needs the first thread, so nothing here is asynchronous: an asynchronous program gives the first thread away.
  func run() throws {
    try MainActor.assumeIsolated { [store, urls] in
      let file =
        store.map { URL(filePath: NSString(string: $0).expandingTildeInPath) }
        ?? DesktopApplication.defaultStore
      guard let links = try LinkSocket(for: file, passing: urls) else { return }
      try Display.open()
      try MainLoop.current.run {
        let registry = try Registry { NotesDesktopModule(store: file) }
        Registry.install(registry)
        try await registry.run { try await Self.show(urls, links, in: registry, file) }
      }
    }
  }

  @MainActor
  private static func show(_ urls: [String], _ links: LinkSocket, in registry: Registry, _ file: URL)
    async throws
  {
    let application = DesktopApplication(registry: registry, store: file)
    links.onLinks = { [weak application] in application?.open($0) }
    defer { links.close() }
    try await application.run(opening: urls)
  }
}
