import ArgumentParser
import Foundation
import NotesServer

/// Where the notes are.
struct StorageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the database, or grpc://host:port of a process that runs 'notes-server storage'.",
      discussion: "Without the option, a folder below the user's data folder is used and printed."))
  var storage: String?

  @Option(help: "The number of seconds after which a call of another process is given up.")
  var deadline = 3.0

  func validate() throws {
    guard deadline > 0, deadline <= 3600 else { throw ValidationError("--deadline is a number of seconds") }
    _ = try place()
  }

  func place() throws -> StoragePlace {
    guard let storage else { return .folder(Self.defaultFolder) }
    guard let place = StoragePlace(storage, deadline: .seconds(deadline)) else {
      throw ValidationError("--storage is a folder or grpc://host:port, not '\(storage)'")
    }
    return place
  }

  static var defaultFolder: URL {
    let named = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap {
      $0.hasPrefix("/") ? URL(filePath: $0) : nil
    }
    let home = FileManager.default.homeDirectoryForCurrentUser
    return (named ?? home.appending(path: ".local/share")).appending(path: "waymark-notes-server")
  }
}
