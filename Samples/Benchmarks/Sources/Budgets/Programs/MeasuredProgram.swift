import Benchmark
import Foundation
import Measurements

/// A running program that runs benchmarks on request.
///
/// The initializer starts the program. Requests and replies follow the protocol of the package `benchmark`: JSON
/// preceded by its length, over two pipes.
final class MeasuredProgram {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ executable: URL, routes: Int) throws {
    process.executableURL = executable
    process.arguments = ["--quiet", "true", "--input-fd", "0", "--output-fd", "1"]
    process.environment = ProcessInfo.processInfo.environment
      .merging([URLWork.countVariable: "\(routes)"]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Runs a benchmark.
  ///
  /// - Parameter name: The benchmark's name.
  /// - Returns: The median of one scaled iteration, in the unit of the first metric, or nil if the program doesn't have
  ///   the benchmark.
  func run(_ name: String) throws -> Double? {
    guard let benchmark = try benchmarks()[name] else { return nil }
    try send(.run(benchmark: benchmark))
    var median: Double?
    while true {
      switch try receive() {
      case .result(_, let results):
        guard let result = results.first, let middle = result.statistics.percentiles(for: [50]).first else {
          continue
        }
        median = Double(middle) / Double(result.scalingFactor.rawValue)
      case .error(let text): throw Failure.benchmark(name, text)
      case .end: return median
      default: continue
      }
    }
  }

  /// Ends the program.
  func end() throws {
    try send(.end)
    process.waitUntilExit()
  }

  private func benchmarks() throws -> [String: Benchmark] {
    try send(.list)
    var found: [String: Benchmark] = [:]
    while case .list(let benchmark) = try receive() { found[benchmark.name] = benchmark }
    return found
  }

  private func send(_ request: BenchmarkCommandRequest) throws {
    let data = try JSONEncoder().encode(request)
    try input.fileHandleForWriting.write(contentsOf: withUnsafeBytes(of: data.count) { Data($0) } + data)
  }

  private func receive() throws -> BenchmarkCommandReply {
    let header = try read(MemoryLayout<Int>.size)
    let length = header.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
    return try JSONDecoder().decode(BenchmarkCommandReply.self, from: read(length))
  }

  private func read(_ count: Int) throws -> Data {
    var data = Data()
    while data.count < count {
      guard let next = try output.fileHandleForReading.read(upToCount: count - data.count), !next.isEmpty
      else {
        process.waitUntilExit()
        throw Failure.ended(process.terminationStatus)
      }
      data += next
    }
    return data
  }

  enum Failure: Error, CustomStringConvertible {
    case benchmark(String, String)
    case ended(Int32)

    var description: String {
      switch self {
      case .benchmark(let name, let text): "The benchmark “\(name)” failed: \(text)"
      case .ended(let status):
        "The measured program ended with status \(status) before it sent a result."
      }
    }
  }
}
