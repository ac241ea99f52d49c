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
      let content: RegistrationsSource.Content =
        work.name == CompilerWork.typeCheckRequests.name ? .comparisons : .registrations
      return try compare(work, tries: rounds * 5, [content]) { source in
        try package.milliseconds(typeChecking: source)
      }
    case .registration:
      let optimization = work.name == CompilerWork.debug.name ? "-Onone" : "-O"
      let content: RegistrationsSource.Content =
        work.name == CompilerWork.request.name ? .requests : .registrations
      return try compare(work, tries: rounds, [content, .declarations], count: 100) { source in
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

  /// Measures both sides in turn, or the difference between two contents of the files.
  ///
  /// The shortest time counts, because a disturbance only makes it longer.
  private func compare(
    _ work: Work, tries: Int, _ contents: [RegistrationsSource.Content], count: Int = 20,
    _ measure: (RegistrationsSource) throws -> Double
  ) throws -> Measurement {
    func source(_ side: Side, _ content: RegistrationsSource.Content) -> RegistrationsSource {
      RegistrationsSource(CompilerWork.form(side, of: work), count: count, content)
    }
    try package.write(Side.allCases.flatMap { side in contents.map { source(side, $0) } })
    try package.build()
    var best: [RegistrationsSource: Double] = [:]
    for _ in 0..<tries {
      for side in Side.allCases {
        for source in contents.map({ source(side, $0) }) {
          let reading = try measure(source)
          best[source] = min(best[source] ?? reading, reading)
        }
      }
    }
    func figure(_ side: Side) -> Double {
      let figures = contents.map { best[source(side, $0)] ?? 0 }
      return figures.count == 1 ? figures[0] : (figures[0] - figures[1]) / Double(count)
    }
    return Measurement(work, routes: nil, baseline: figure(.baseline), waymark: figure(.waymark))
  }
}
