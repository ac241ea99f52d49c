@preconcurrency import Benchmark
import Foundation
import ProgramFacts

/// A measured program: it has generated routes and a benchmark for each side of each row.
///
/// `budgets` starts it and asks it for one benchmark at a time. Started by hand, it can repeat one of them:
/// `Routes500 --repeat "kept service: waymark" 1000`.
public enum Program {
  /// Runs the benchmarks that the parent process asks for.
  public static func run<Routes: RouteSet>(_ routes: Routes.Type) async {
    await run(comparisons(routes), routes: Routes.count)
  }

  /// Runs the benchmarks of some comparisons.
  package static func run(_ comparisons: [Comparison], routes: Int) async {
    do {
      if let repetition = try Repetition(CommandLine.arguments, of: comparisons) {
        return print(try await repetition.run())
      }
    } catch {
      print(error)
      exit(2)
    }
    await BenchmarkRunner.setupBenchmarkRunner {
      for comparison in comparisons {
        let work = comparison.work
        let divisor = work.unit == .record ? program_conformance_records() : routes
        for side in Side.allCases {
          comparison.sample(side)?.register(side.benchmark(of: work), dividedBy: max(divisor, 1))
        }
      }
    }
  }

  /// All rows of the table, in order.
  public static let works = comparisons(NoRoutes.self).map(\.work)

  private static func comparisons<Routes: RouteSet>(_ routes: Routes.Type) -> [Comparison] {
    Making.comparisons(routes) + Keeping.comparisons(routes) + Naming.comparisons(routes)
      + Injecting.comparisons(routes) + Overriding.comparisons(routes) + Scoping.comparisons(routes)
      + Collecting.comparisons(routes) + Starting.comparisons(routes)
      + StartingInstances.comparisons(routes) + WritingThePage.comparisons(routes)
      + Contention.comparisons(routes)
  }
}
