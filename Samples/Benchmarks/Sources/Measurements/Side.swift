/// The two sides of a comparison.
public enum Side: String, Sendable, CaseIterable {
  case baseline
  case waymark

  /// Returns the name of this side's benchmark.
  public func benchmark(of work: Work) -> String { "\(work.name): \(rawValue)" }
}
