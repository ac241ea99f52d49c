import Dispatch
import Foundation

/// Passes links from a program that starts to the one that is already running.
///
/// The running program listens at a socket beside its notes. A lock decides which program that is, so that two programs
/// that start at the same time agree. The system releases the lock when the program ends, in whatever way.
@MainActor
public final class LinkSocket {
  /// The socket can't be used.
  public struct Failure: Error, CustomStringConvertible {
    let path: String
    let detail: String
    /// The message for the user.
    public var description: String {
      "cannot use the socket \(path), which passes links between programs: \(detail)"
    }
  }

  /// Called with the links that another program passes, or with an empty list to show the window.
  public var onLinks: (@MainActor ([String]) -> Void)?

  private let path: String
  private let lock: Int32
  private let listener: Int32
  private var source: (any DispatchSourceRead)?

  /// Listens, unless a running program does, which then receives the links.
  ///
  /// - Parameters:
  ///   - store: The file of the notes.
  ///   - urls: The links.
  /// - Returns: nil if another program has received the links.
  public init?(for store: URL, passing urls: [String]) throws(Failure) {
    // The path of a socket has about 100 bytes.
    let name = "waymark-notes-\(getuid())-\(Self.hash(store.standardizedFileURL.path))"
    let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? "/tmp"
    path = "\(folder)/\(name).socket"
    lock = Glibc.open("\(folder)/\(name).lock", O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw Failure(path: path, detail: String(cString: strerror(errno))) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      Glibc.close(lock)
      try Self.pass(urls, to: path)
      return nil
    }
    unlink(path)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let isListening = Self.withAddress(path) { bind(listener, $0, $1) == 0 } && listen(listener, 8) == 0
    guard isListening else { throw Failure(path: path, detail: String(cString: strerror(errno))) }
    let source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.accept() } }
    source.setCancelHandler { [listener, lock] in
      Glibc.close(listener)
      Glibc.close(lock)
    }
    source.activate()
    self.source = source
  }

  /// Ends listening.
  public func close() {
    unlink(path)
    source?.cancel()
    source = nil
  }

  /// Reads the links of a program, which closes its end afterwards.
  private func accept() {
    let connection = Glibc.accept(listener, nil, nil)
    guard connection >= 0 else { return }
    // Another program may keep the connection open without a word, which the windows don't wait for.
    DispatchQueue.global().async {
      let data = try? FileHandle(fileDescriptor: connection, closeOnDealloc: true).readToEnd()
      let urls = String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
      Task { @MainActor [weak self] in self?.onLinks?(urls) }
    }
  }

  private static func pass(_ urls: [String], to path: String) throws(Failure) {
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { Glibc.close(client) }
    // The other program may have the lock, and not listen yet.
    for _ in 0..<100 {
      guard withAddress(path, { connect(client, $0, $1) }) != 0 else {
        let text = Array(urls.joined(separator: "\n").utf8)
        guard write(client, text, text.count) == text.count else { break }
        return
      }
      usleep(50_000)
    }
    throw Failure(path: path, detail: String(cString: strerror(errno)))
  }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// FNV-1a, because a hash of Swift is different in each program.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}

extension DesktopApplication {
  /// The file of the notes where the user names none, the same as in Samples/Notes.
  public static var defaultStore: URL {
    let named = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap {
      $0.hasPrefix("/") ? URL(filePath: $0) : nil
    }
    let data = named ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
    return data.appending(path: "waymark-notes/notes.json")
  }
}
