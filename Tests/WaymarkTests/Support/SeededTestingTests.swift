import SeededTesting
import Testing

@Suite("Seeds of random tests")
struct SeededTestingTests {
  /// The numbers of the reference implementation of SplitMix64, by Vigna, for the same seed.
  @Test func `the generator produces the reference's numbers`() {
    var generator = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<3).map { _ in generator.next() }
    #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test func `the seeds are the first numbers or the ones in the environment`() throws {
    #expect(try Seeds.first(3, override: nil) == [0, 1, 2])
    #expect(try Seeds.first(3, override: "18446744073709551615") == [.max])
    #expect(try Seeds.first(3, override: "7..<9") == [7, 8])
    let error = #expect(throws: Seeds.InvalidSeed.self) { try Seeds.first(3, override: "seven") }
    #expect(
      error?.description
        == "WAYMARK_SEED is 'seven'. Set it to a whole number from 0 to 18446744073709551615, or to a range, as in 100..<200."
    )
    for text in ["9..<7", "7..<", "7..<8..<9", ""] {
      #expect(throws: Seeds.InvalidSeed.self, "\(text)") { try Seeds.first(3, override: text) }
    }
  }
}
