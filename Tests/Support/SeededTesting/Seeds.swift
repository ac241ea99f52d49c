import Foundation

/// The seeds of random tests.
///
/// A random test is parameterized by its seed, so that Swift Testing prints the seed of each case that fails:
///
///     @Test(arguments: try Seeds.first(8))
///     func matchesTheReference(seed: UInt64) {
///       var generator = SeededGenerator(seed: seed)
///       …
///     }
///
/// To run such a test again with one seed: `WAYMARK_SEED=7 swift test --filter matchesTheReference`. For more seeds
/// than usual: `WAYMARK_SEED=1000..<9000`.
package enum Seeds {
  /// A value of `WAYMARK_SEED` that isn't a seed or a range of seeds.
  package struct InvalidSeed: Error, Equatable, CustomStringConvertible {
    package let text: String
    package var description: String {
      "WAYMARK_SEED is '\(text)'. Set it to a whole number from 0 to \(UInt64.max), or to a range, as in 100..<200."
    }
  }

  /// Returns the seeds to test with: the numbers in `WAYMARK_SEED`, or else the first few numbers.
  ///
  /// - Parameters:
  ///   - count: The number of seeds.
  ///   - override: The text of the environment variable.
  package static func first(
    _ count: UInt64, override: String? = ProcessInfo.processInfo.environment["WAYMARK_SEED"]
  ) throws(InvalidSeed) -> [UInt64] {
    guard let override else { return Array(0..<count) }
    let bounds = override.split(separator: "..<", omittingEmptySubsequences: false).map { UInt64($0) }
    if bounds.count == 1, let seed = bounds[0] { return [seed] }
    guard bounds.count == 2, let first = bounds[0], let end = bounds[1], first < end else {
      throw InvalidSeed(text: override)
    }
    return Array(first..<end)
  }
}
