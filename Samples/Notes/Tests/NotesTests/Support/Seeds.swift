import Foundation

/// The seeds of random tests, which are arguments, so that Swift Testing prints the one that fails.
///
/// To run a test again with one seed: `WAYMARK_SEED=7 swift test --filter TextLayoutTests`.
enum Seeds {
  struct InvalidSeed: Error, CustomStringConvertible {
    let text: String
    var description: String { "WAYMARK_SEED is '\(text)'; set it to a whole number" }
  }

  /// Returns the first few numbers, or the seed in the environment variable `WAYMARK_SEED`.
  static func first(_ count: UInt64) throws -> [UInt64] {
    guard let text = ProcessInfo.processInfo.environment["WAYMARK_SEED"] else { return Array(0..<count) }
    guard let seed = UInt64(text) else { throw InvalidSeed(text: text) }
    return [seed]
  }
}

/// A random number generator whose numbers are determined by its seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    // SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
