import ArgumentParser
import Foundation
import NotesServer

struct StorageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storage", abstract: "Serves the storage and the search of one database to other processes.",
    discussion: "The connection isn't encrypted: listen at an address that only these processes reach.")

  @Option(help: "The address to listen at.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen at; 0 for one that's free.")
  var port = 9090

  @Option(help: "The folder of the database.")
  var folder: String?

  @OptionGroup var log: LogOptions

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port is a number up to 65535") }
  }

  func run() async throws {
    let folder = folder.map { URL(filePath: $0) } ?? StorageOptions.defaultFolder
    let (host, place) = (host, StoragePlace.folder(folder))
    try await NotesServerApplication(storage: place, logger: log.logger)
      .runStorage(host: host, port: port) { port in
        printNow("The storage is at grpc://\(host):\(port)")
        printNow("Storage: \(place)")
      }
  }
}
