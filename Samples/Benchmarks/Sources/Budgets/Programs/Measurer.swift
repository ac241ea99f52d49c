import Foundation
import Measurements

/// Measures both sides of a work in a program.
///
/// The measurements are short and the sides alternate often, so that both have a chance to run undisturbed. The
/// smallest figure counts, because a disturbance only makes it larger.
struct Measurer {
  /// The number of routes.
  let routes: Int
  /// The program with these routes.
  let program: URL
  /// The number of rounds: in each, the sides alternate five times, or three times in new processes.
  let rounds: Int

  func measure(_ work: Work) throws -> Measurement? {
    let readings = try work.unit.isCold ? cold(work) : warm(work)
    guard let waymark = readings[.waymark] else { return nil }
    // A program reports one-time work in picoseconds, so that rounding loses nothing.
    let divisor: Double =
      switch work.unit {
      case .route, .record: 1000
      case .call, .bytes, .bytesOfObject, .milliseconds, .registration, .seconds: 1
      }
    return Measurement(
      work, routes: routes, baseline: readings[.baseline].map { $0 / divisor }, waymark: waymark / divisor)
  }

  /// Measures both sides in turn, in one process.
  private func warm(_ work: Work) throws -> [Side: Double] {
    let process = try MeasuredProgram(program, routes: routes)
    var best: [Side: Double] = [:]
    for _ in 0..<rounds * 5 {
      for side in Side.allCases { try measure(side, of: work, in: process, &best) }
    }
    try process.end()
    return best
  }

  /// Measures both sides in turn, each time in a new process.
  private func cold(_ work: Work) throws -> [Side: Double] {
    var best: [Side: Double] = [:]
    for _ in 0..<rounds * 3 {
      for side in Side.allCases {
        let process = try MeasuredProgram(program, routes: routes)
        try measure(side, of: work, in: process, &best)
        try process.end()
      }
    }
    return best
  }

  /// Measures a side once, and keeps the smallest figure.
  private func measure(
    _ side: Side, of work: Work, in process: MeasuredProgram, _ best: inout [Side: Double]
  ) throws {
    guard let reading = try process.run(side.benchmark(of: work)) else { return }
    best[side] = min(best[side] ?? reading, reading)
  }
}
