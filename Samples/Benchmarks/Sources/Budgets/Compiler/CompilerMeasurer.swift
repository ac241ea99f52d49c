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
    switch work.unit {
    case .milliseconds:
      return try compare(work, tries: rounds * 5, [true]) { source in
        try package.milliseconds(typeChecking: source)
      }
    case .registration:
      let optimization = work.name == CompilerWork.release.name ? "-O" : "-Onone"
      return try compare(work, tries: rounds, [true, false], count: 100) { source in
        try package.processorMilliseconds(compiling: source, optimization)
      }
    default:
      try package.write([])
      return try cleanBuild(work)
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

  /// Measures both sides in turn, or the difference between files that register their types and files that don't.
  ///
  /// The shortest time counts, because a disturbance only makes it longer.
  private func compare(
    _ work: Work, tries: Int, _ registering: [Bool], count: Int = 20,
    _ measure: (RegistrationsSource) throws -> Double
  ) throws -> Measurement {
    func source(_ side: Side, _ isRegistering: Bool) -> RegistrationsSource {
      RegistrationsSource(CompilerWork.form(side, of: work), count: count, isRegistering: isRegistering)
    }
    try package.write(Side.allCases.flatMap { side in registering.map { source(side, $0) } })
    try package.build()
    var best: [RegistrationsSource: Double] = [:]
    for _ in 0..<tries {
      for side in Side.allCases {
        for source in registering.map({ source(side, $0) }) {
          let reading = try measure(source)
          best[source] = min(best[source] ?? reading, reading)
        }
      }
    }
    func figure(_ side: Side) -> Double {
      let all = best[source(side, true)] ?? 0
      guard registering.contains(false) else { return all }
      return (all - (best[source(side, false)] ?? 0)) / Double(count)
    }
    return Measurement(work, routes: nil, baseline: figure(.baseline), waymark: figure(.waymark))
  }
}
