import Foundation

/// The SHA-256 digest of a script or a style, for a content security policy that allows exactly this text.
enum ContentDigest {
  /// Returns the digest in the form of a policy's source: `sha256-` and base 64.
  static func source(of text: String) -> String {
    "sha256-\(Data(sha256(Array(text.utf8))).base64EncodedString())"
  }

  private static let primes = (2...311).filter { number in (2..<number).allSatisfy { number % $0 > 0 } }
  // The first bits behind the decimal points of the primes' roots.
  private static let initial = primes.prefix(8).map { fraction(of: sqrt(Double($0))) }
  private static let constants = primes.map { fraction(of: cbrt(Double($0))) }

  private static func fraction(of number: Double) -> UInt32 {
    UInt32(number.truncatingRemainder(dividingBy: 1) * 4_294_967_296)
  }

  static func sha256(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += bytes(of: UInt64(message.count) * 8)
    var state = initial
    var words = Array(repeating: UInt32(0), count: 64)
    for block in stride(from: 0, to: padded.count, by: 64) {
      for index in 0..<16 {
        let first = block + 4 * index
        words[index] = padded[first..<first + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        words[index] =
          words[index - 16] &+ (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3) &+ words[index - 7]
          &+ (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10)
      }
      mix(words, into: &state)
    }
    return state.flatMap(bytes)
  }

  private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first =
        h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ constants[index] &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
    stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
