@preconcurrency import Benchmark
import ProgramFacts

extension Sample {
  /// Registers a benchmark of this sample.
  ///
  /// - Parameters:
  ///   - name: The benchmark's name.
  ///   - divisor: The divisor of the figure of one-time work.
  func register(_ name: String, dividedBy divisor: Int) {
    switch self {
    case .loop(let calls, let prepare):
      Benchmark(name, configuration: Self.repeated(calls)) { benchmark, loop in
        try loop(benchmark.scaledIterations.count)
      } setup: {
        try prepare()
      }
    case .mainActorLoop(let prepare):
      Benchmark(name, configuration: Self.repeated(.thousand)) { benchmark, loop in
        try await MainActor.run {
          // Switching to the main actor isn't measured.
          benchmark.startMeasurement()
          defer { benchmark.stopMeasurement() }
          try loop(benchmark.scaledIterations.count)
        }
      } setup: {
        try prepare()
      }
    case .threads(let prepare):
      Benchmark(name, configuration: Self.repeated(Self.callsOfThreads)) { benchmark, loops in
        try Threads.run(loops, benchmark.scaledIterations.count / loops.count)
      } setup: {
        try prepare()
      }
    case .once(let prepare):
      Benchmark(name, configuration: Self.once) { benchmark, body in
        let duration = try ContinuousClock().measure(body)
        benchmark.measurement(.figure, Int(duration / .nanoseconds(1) * 1000) / divisor)
      } setup: {
        try prepare()
      }
    case .memory(let prepare):
      Benchmark(name, configuration: Self.once) { benchmark, make in
        let before = program_heap_in_use()
        let made = try make()
        let after = program_heap_in_use()
        keep(made)
        benchmark.measurement(.figure, (Int(after) - Int(before)) / divisor)
      } setup: {
        try prepare()
      }
    }
  }

  // So many that the start of the threads costs little beside them. A debug build shows only that a row works.
  private static var callsOfThreads: Calls {
    #if DEBUG
      .thousand
    #else
      .million
    #endif
  }

  private static func repeated(_ calls: Calls) -> Benchmark.Configuration {
    Benchmark.Configuration(
      metrics: [.wallClock], timeUnits: .nanoseconds, warmupIterations: 1,
      scalingFactor: calls == .thousand ? .kilo : .mega, maxDuration: .milliseconds(40))
  }

  private static var once: Benchmark.Configuration {
    Benchmark.Configuration(metrics: [.figure], warmupIterations: 0, maxIterations: 1)
  }
}

extension BenchmarkMetric {
  /// Picoseconds or bytes, divided by the number of routes or records.
  static let figure = BenchmarkMetric.custom("figure", polarity: .prefersSmaller, useScalingFactor: false)
}
