import ArgumentParser
import Foundation
import Waymark

struct StorageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storage", abstract: "Serves the storage and the search of one database to other processes.")

  @Option(
    help: ArgumentHelp(
      "The Unix socket to listen at, as unix:PATH, or HOST:PORT; port 0 for a free one.",
      discussion: "Without the option, it's storage.sock in the folder of the database.")) var listen: String?

  @Option(help: "The folder of the database.") var folder: String?
  @Option(help: "The file with the private key of --certificate.") var key: String?
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var log: LogOptions

  func validate() throws {
    guard (connection.certificate == nil) == (key == nil) else {
      throw ValidationError("--certificate and --key belong together")
    }
    _ = try address()
  }

  private var place: URL { folder.map { URL(filePath: $0) } ?? StorageOptions.defaultFolder }

  private func address() throws -> StorageAddress {
    let listen = listen ?? "unix:\(place.appending(path: "storage.sock").path)"
    let text = listen.hasPrefix("unix:") ? listen : "http://\(listen)"
    guard var address = try connection.address(text, allowsAnyPort: true) else {
      throw ValidationError("--listen is unix:PATH or HOST:PORT, not '\(listen)'")
    }
    address.key = key
    try address.checkThatCallersAreKnown()
    return address
  }

  func run() async throws {
    let (address, module) = (try address(), StorageModule(folder: place))
    let registry = try Registry { module }
    try await registry.serve(logger: log.logger) {
      try StorageServer.application(address, try registry(.storage), logger: log.logger) { port in
        var reached = address
        if case .host(let host, _) = address.place, let port { reached.place = .host(host, port: port) }
        printNow("The storage is at \(reached)")
        printNow("Storage: \(module)")
      }
    }
  }
}

struct ConnectionOptions: ParsableArguments {
  @Option(help: "A file with the secret that the processes share, of at least 32 characters.") var secretFile:
    String?

  @Option(
    help: "A file with certificates in the PEM format: the storage's own, or those that a web process trusts."
  ) var certificate: String?

  func address(_ text: String, allowsAnyPort: Bool = false) throws -> StorageAddress? {
    let place: StorageAddress.Place
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard !path.isEmpty, path.utf8.count < 104 else { return nil }
      place = .socket(path)
    } else {
      guard let url = URLComponents(string: text), url.scheme == "http" || url.scheme == "https",
        let host = url.host, !host.isEmpty, let port = url.port,
        ((allowsAnyPort ? 0 : 1)...65_535).contains(port), url.path.isEmpty, url.query == nil
      else { return nil }
      if url.scheme == "https", certificate == nil {
        throw ValidationError("https:// needs --certificate, a file with the certificates to trust")
      }
      if url.scheme == "http", certificate != nil, !allowsAnyPort {
        throw ValidationError("with --certificate, the address begins with https://")
      }
      place = .host(host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")), port: port)
    }
    let secret = try secretFile.map { file in
      let secret = (try? String(contentsOfFile: file, encoding: .utf8))?.trimmingCharacters(
        in: .whitespacesAndNewlines)
      guard let secret, secret.utf8.count >= 32 else {
        throw ValidationError(
          "--secret-file is a file with at least 32 characters, such as the output of 'openssl rand -hex 32'")
      }
      return secret
    }
    return StorageAddress(place: place, secret: secret, certificate: certificate)
  }
}

struct StorageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the database, or unix:PATH, http://HOST:PORT, or https://HOST:PORT of 'notes-server storage'.",
      discussion: "Without the option, a folder below the user's data folder is used and printed."))
  var storage: String?

  @Option(help: "The number of seconds after which a call of another process is given up.") var deadline = 3.0
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard deadline > 0, deadline <= 3600 else { throw ValidationError("--deadline is a number of seconds") }
    _ = try module()
  }

  func module() throws -> any RouteModule & CustomStringConvertible & Sendable {
    guard let storage else { return StorageModule(folder: Self.defaultFolder) }
    guard storage.hasPrefix("unix:") || storage.contains("://") else {
      return StorageModule(folder: URL(filePath: storage))
    }
    guard var address = try connection.address(storage) else {
      throw ValidationError("--storage is a folder, unix:PATH, or http://HOST:PORT, not '\(storage)'")
    }
    address.deadline = .seconds(deadline)
    return RemoteStorageModule(address: address)
  }

  static var defaultFolder: URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return (folders.first ?? .currentDirectory()).appending(path: "waymark-notes-server")
  }
}
