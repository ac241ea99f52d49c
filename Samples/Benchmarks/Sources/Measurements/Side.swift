/// The two sides of a comparison, as the names of benchmarks have them.
public enum Side: String, Sendable, CaseIterable {
  case baseline
  case waymark

  /// The name of the benchmark of this side.
  public func benchmark(of work: Work) -> String { "\(work.name): \(rawValue)" }
}
