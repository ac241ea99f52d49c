import Foundation
import Measurements

/// Measures both sides of a work in a program.
struct Measurer {
  /// The number of routes.
  let routes: Int
  /// The program with these routes.
  let program: URL
  /// The number of times each side is measured.
  ///
  /// The smallest median counts, because a disturbance only makes a
  /// measurement longer.
  let rounds: Int

  func measure(_ work: Work) throws -> Measurement? {
    let readings = try work.unit.isCold ? cold(work) : warm(work)
    guard let waymark = readings[.waymark] else { return nil }
    // A program reports what it does once in picoseconds, so that rounding loses nothing.
    let divisor: Double =
      switch work.unit {
      case .route, .record: 1000
      case .call, .bytes, .milliseconds, .seconds: 1
      }
    return Measurement(
      work, routes: routes, baseline: readings[.baseline].map { $0 / divisor }, waymark: waymark / divisor)
  }

  /// Measures both sides in turn, in one process.
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

  /// Measures both sides in turn, each time in a new process.
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
    return readings.mapValues { $0.sorted()[$0.count / 2] }
  }
}
