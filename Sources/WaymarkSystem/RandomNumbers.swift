public import WaymarkCore
import WaymarkRuntime

/// A source of random numbers behind a lock, as a dependency that a test controls.
///
///     struct Dice: Sendable {
///       let random: RandomNumbers
///       func roll() -> Int { random { Int.random(in: 1...6, using: &$0) } }
///     }
///
/// Copies share the generator, so that several threads may use one value. ``SystemModule`` provides the random numbers
/// of the system. A test overrides `.randomNumbers`.
public struct RandomNumbers: RandomNumberGenerator, Sendable {
  private let generator: Lock<any RandomNumberGenerator & Sendable>

  /// Creates a source of random numbers.
  ///
  /// - Parameter generator: The generator of the numbers. The lock protects it.
  public init(_ generator: some RandomNumberGenerator & Sendable) { self.generator = Lock(generator) }

  /// Returns a random number.
  public func next() -> UInt64 { generator.withLock { $0.next() } }

  /// Returns the result of a closure that takes the numbers as a generator.
  ///
  ///     let order = random { [1, 2, 3].shuffled(using: &$0) }
  ///
  /// - Parameter body: The closure. Other threads may take numbers while it runs.
  /// - Returns: The result of the closure.
  public func callAsFunction<Result, Failure: Error>(
    _ body: (inout RandomNumbers) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var numbers = self
    return try body(&numbers)
  }
}

extension RoutableService<RandomNumbers> {
  /// Random numbers.
  public static var randomNumbers: Self { declared() }
}

extension RandomNumbers {
  /// Returns a source of random numbers, which are the same for the same seed.
  ///
  ///     Overrides(.randomNumbers, with: .seeded(1))
  ///
  /// - Parameter seed: The seed.
  public static func seeded(_ seed: UInt64) -> RandomNumbers { RandomNumbers(SeededGenerator(state: seed)) }
}

/// The generator SplitMix64, whose numbers are the same on all platforms.
private struct SeededGenerator: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
