@preconcurrency public import Benchmark
import Dispatch
import ProgramFacts
import Synchronization

/// A program that is measured: it has routes of its own and registers all works with them.
public enum Program {
  /// Runs the benchmarks that the calling process asks for, or all of them where none does.
  public static func run<Routes: RouteSet>(_ routes: Routes.Type) async {
    await run(comparisons(routes), routes: Routes.count)
  }

  /// Runs the benchmarks of some comparisons.
  package static func run(_ comparisons: [Comparison], routes: Int) async {
    await BenchmarkRunner.setupBenchmarkRunner {
      for comparison in comparisons {
        if let baseline = comparison.baseline { register(baseline, .baseline, comparison.work, routes) }
        register(comparison.waymark, .waymark, comparison.work, routes)
      }
    }
  }

  /// All rows of the table, in its order.
  public static let works = comparisons(NoRoutes.self).map(\.work)

  private static func comparisons<Routes: RouteSet>(_ routes: Routes.Type) -> [Comparison] {
    Making.comparisons(routes) + Reading.comparisons(routes) + Overriding.comparisons(routes)
      + Starting.comparisons(routes) + Contention.comparisons(routes)
  }

  private static func register(_ sample: Sample, _ side: Side, _ work: Work, _ routes: Int) {
    let name = side.benchmark(of: work)
    switch sample {
    case .loop(let prepare):
      Benchmark(name, configuration: many(.kilo)) { benchmark, loop in
        try loop(benchmark.scaledIterations.count)
      } setup: {
        try prepare()
      }
    case .mainActorLoop(let prepare):
      Benchmark(name, configuration: many(.kilo)) { benchmark, loop in
        try await MainActor.run {
          // The way to the main actor is not measured.
          benchmark.startMeasurement()
          defer { benchmark.stopMeasurement() }
          try loop(benchmark.scaledIterations.count)
        }
      } setup: {
        try prepare()
      }
    case .tasks(let prepare):
      Benchmark(name, configuration: many(.mega)) { benchmark, loops in
        let share = benchmark.scaledIterations.count / loops.count
        // Threads of Dispatch, because the runner of benchmarks blocks one of those that tasks share.
        let failures = Mutex<[any Error]>([])
        DispatchQueue.concurrentPerform(iterations: loops.count) { index in
          do {
            try loops[index](share)
          } catch {
            failures.withLock { $0.append(error) }
          }
        }
        if let failure = failures.withLock(\.first) { throw failure }
      } setup: {
        try prepare()
      }
    case .once(let prepare):
      let count = work.unit == .record ? program_conformance_records() : routes
      Benchmark(name, configuration: once(.figure)) { benchmark, body in
        let duration = try ContinuousClock().measure(body)
        benchmark.measurement(.figure, Int(duration / .nanoseconds(1) * 1000) / max(count, 1))
      } setup: {
        try prepare()
      }
    case .memory(let make):
      Benchmark(name, configuration: once(.figure)) { benchmark in
        let before = program_heap_in_use()
        let made = try make()
        let after = program_heap_in_use()
        keep(made)
        benchmark.measurement(.figure, (Int(after) - Int(before)) / routes)
      }
    }
  }

  /// For what is done many times.
  private static func many(_ factor: BenchmarkScalingFactor) -> Benchmark.Configuration {
    Benchmark.Configuration(
      metrics: [.wallClock], timeUnits: .nanoseconds, warmupIterations: 3, scalingFactor: factor,
      maxDuration: .milliseconds(200))
  }

  /// For what is done once.
  private static func once(_ metric: BenchmarkMetric) -> Benchmark.Configuration {
    Benchmark.Configuration(metrics: [metric], warmupIterations: 0, maxIterations: 1)
  }
}

extension BenchmarkMetric {
  /// Picoseconds or bytes for one.
  public static let figure = BenchmarkMetric.custom(
    "figure", polarity: .prefersSmaller, useScalingFactor: false)
}
