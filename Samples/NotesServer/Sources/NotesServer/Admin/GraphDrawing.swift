import Foundation
import Hummingbird
import Waymark

/// Draws the graph of the running registry with the program `dot` of Graphviz, once.
actor GraphDrawing {
  private let registry: Registry
  private var drawing: Task<[UInt8], any Error>?

  init(registry: Registry) { self.registry = registry }

  /// Returns the picture as SVG.
  func svg() async throws -> [UInt8] {
    if let drawing { return try await drawing.value }
    let dot = registry.graph.dot()
    let task = Task.detached { try await Self.draw(dot) }
    drawing = task
    do {
      return try await task.value
    } catch {
      drawing = nil
      throw error
    }
  }

  private static func draw(_ dot: String) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try run(dot) }) }
    }
  }

  private static func run(_ dot: String) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "routes-\(UUID().uuidString).dot")
    try Data(dot.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Without the newer way of ranking, Graphviz 2.43 fails on some graphs: "trouble in init_rank".
    process.arguments = ["dot", "-Gnewrank=true", "-Tsvg", file.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let svg = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw HTTPError(.notImplemented, message: "The picture needs the program dot of Graphviz.")
    }
    return Array(svg)
  }
}

extension RoutableService<GraphDrawing> { static var graphDrawing: Self { declared() } }
