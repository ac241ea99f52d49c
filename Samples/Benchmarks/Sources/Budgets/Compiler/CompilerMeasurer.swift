import Foundation
import Measurements

/// Measures the rows about the compiler's time.
struct CompilerMeasurer {
  /// The number of clean builds.
  ///
  /// Files are type-checked five times as often.
  let rounds: Int

  private let package = ConsumerPackage(
    folder: ProgramBuilder.package.appending(path: ".build/consumer", directoryHint: .isDirectory))

  init(rounds: Int) { self.rounds = rounds }

  func measure(_ work: Work) throws -> Measurement {
    try package.write()
    switch work.unit {
    case .milliseconds: return try typeCheck(work)
    default: return try cleanBuild(work)
    }
  }

  /// Measures clean builds.
  private func cleanBuild(_ work: Work) throws -> Measurement {
    let seconds = try (0..<rounds).map { _ in
      try package.clean()
      return try ContinuousClock().measure(package.build) / .seconds(1)
    }
    return Measurement(work, routes: nil, baseline: nil, waymark: seconds.min() ?? 0)
  }

  /// Measures both sides in turn.
  ///
  /// The shortest time counts, because a disturbance only makes it longer.
  private func typeCheck(_ work: Work) throws -> Measurement {
    try package.build()
    var best: [Side: Double] = [:]
    for _ in 0..<rounds * 5 {
      for side in Side.allCases {
        let reading = try package.milliseconds(typeChecking: CompilerWork.source(side, of: work))
        best[side] = min(best[side] ?? reading, reading)
      }
    }
    return Measurement(work, routes: nil, baseline: best[.baseline], waymark: best[.waymark] ?? 0)
  }
}
