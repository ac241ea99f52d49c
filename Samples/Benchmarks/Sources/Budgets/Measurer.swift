import Foundation
import Measurements

/// Measures both sides of a work.
struct Measurer {
  let routes: Int
  /// The program that has them.
  let program: URL
  /// How often each side is measured; the smallest of the medians counts, because all that disturbs a
  /// measurement makes it longer.
  let rounds: Int

  func measure(_ work: Work) throws -> Measurement? {
    let readings = try work.unit.isCold ? cold(work) : warm(work)
    guard let waymark = readings[.waymark] else { return nil }
    // A program measures what it does once in picoseconds for one, so that nothing is lost by rounding.
    let divisor: Double =
      switch work.unit {
      case .route, .record: 1000
      case .call, .bytes: 1
      }
    return Measurement(
      work, routes: routes, baseline: readings[.baseline].map { $0 / divisor }, waymark: waymark / divisor)
  }

  /// Both sides in turn, in one process.
  private func warm(_ work: Work) throws -> [Side: Double] {
    let process = try MeasuredProgram(program, routes: routes)
    var best: [Side: Double] = [:]
    for _ in 0..<rounds {
      for side in Side.allCases {
        guard let reading = try process.run(side.benchmark(of: work)) else { continue }
        best[side] = min(best[side] ?? reading, reading)
      }
    }
    try process.end()
    return best
  }

  /// Each side in processes of its own, in turn.
  private func cold(_ work: Work) throws -> [Side: Double] {
    var readings: [Side: [Double]] = [:]
    for _ in 0..<rounds * 3 {
      for side in Side.allCases {
        let process = try MeasuredProgram(program, routes: routes)
        if let reading = try process.run(side.benchmark(of: work)) {
          readings[side, default: []].append(reading)
        }
        try process.end()
      }
    }
    // The median: a cold start is never better than it can be, and often worse.
    return readings.mapValues { $0.sorted()[$0.count / 2] }
  }
}
