import Foundation
import Measurements

/// The program that matches URLs.
public enum URLProgram {
  /// Runs the benchmarks that the parent process asks for, among as many patterns as the environment says.
  public static func run() async {
    let count = ProcessInfo.processInfo.environment[URLWork.countVariable].flatMap { Int($0) } ?? 500
    await Program.run(Matching(count: count).comparisons, routes: count)
  }
}
