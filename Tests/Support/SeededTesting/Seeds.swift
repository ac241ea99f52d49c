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
/// To run such a test again with one seed: `WAYMARK_SEED=7 swift test --filter matchesTheReference`.
package enum Seeds {
  /// A value of `WAYMARK_SEED` that isn't a seed.
  package struct InvalidSeed: Error, Equatable, CustomStringConvertible {
    package let text: String
    package var description: String {
      "WAYMARK_SEED is '\(text)'; set it to a whole number from 0 to \(UInt64.max)"
    }
  }

  /// Returns the seeds to test with: the first few numbers, or the one in `WAYMARK_SEED` where that's set.
  ///
  /// - Parameters:
  ///   - count: The number of seeds.
  ///   - override: The text of the environment variable.
  package static func first(
    _ count: UInt64, override: String? = ProcessInfo.processInfo.environment["WAYMARK_SEED"]
  ) throws(InvalidSeed) -> [UInt64] {
    guard let override else { return Array(0..<count) }
    guard let seed = UInt64(override) else { throw InvalidSeed(text: override) }
    return [seed]
  }
}
