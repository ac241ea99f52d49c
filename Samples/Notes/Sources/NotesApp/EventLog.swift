import Foundation
import Synchronization
import Waymark

/// Writes the events of screens into a file, a line for each.
public final class EventLog: Sendable {
  /// The file cannot be written.
  public struct Unwritable: Error, CustomStringConvertible {
    let file: URL
    let detail: String

    /// The message for the user.
    public var description: String { "cannot write the log \(file.path): \(detail)" }
  }

  private let file: Mutex<FileHandle>

  /// Opens the file, and keeps its lines.
  public init(file: URL) throws {
    do {
      if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      self.file = Mutex(handle)
    } catch {
      throw Unwritable(file: file, detail: error.localizedDescription)
    }
  }

  /// Writes an event.
  @MainActor
  func record(_ event: RouteEvent) {
    let (name, detail) = Self.words(for: event.phase)
    let took = event.duration.map {
      $0.formatted(.units(allowed: [.milliseconds], fractionalPart: .show(length: 1)))
    }
    let words = [
      Date.now.formatted(.iso8601), name, event.destinationName, "\(event.path.kind)", "\(event.location)",
      took,
      detail,
    ]
    let line = words.compactMap(\.self).joined(separator: " ") + "\n"
    // A reader of the log misses a line that can't be written. The user of the notes doesn't.
    file.withLock { try? $0.write(contentsOf: Data(line.utf8)) }
  }

  @MainActor
  private static func words(for phase: RouteEvent.Phase) -> (name: String, detail: String?) {
    switch phase {
    case .willPerform: ("willPerform", nil)
    case .didPerform: ("didPerform", nil)
    case .willRemove: ("willRemove", nil)
    case .didRemove: ("didRemove", nil)
    case .failed(let error): ("failed", error.message)
    case .leaked(let holder): ("leaked", holder)
    case .reclaimed: ("reclaimed", nil)
    }
  }
}
