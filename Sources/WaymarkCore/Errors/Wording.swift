/// A search for the name or token that a misspelled one probably means.
package enum NearMiss {
  /// Returns the first of the most similar candidates that differ by at most a third of the length, or nil.
  ///
  /// The same end, as of all types of controllers, doesn't count for the length. Names without a common letter aren't
  /// similar. Bytes of UTF-8 stand for the letters.
  package static func of(_ name: String, among candidates: [String]) -> String? {
    var best: (candidate: String, distance: Int)?
    let bytes = Array(name.lowercased().utf8)
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    for candidate in candidates {
      let others = Array(candidate.lowercased().utf8)
      let (shorter, longer) = (min(bytes.count, others.count), max(bytes.count, others.count))
      // The distance is at least the number of letters that one name doesn't have.
      var (left, common) = (counts, 0)
      for byte in others where left[Int(byte)] > 0 {
        left[Int(byte)] -= 1
        common += 1
      }
      guard longer - common <= max(1, longer / 3) else { continue }
      let limit = min(shorter - 1, max(1, (longer - sharedEnd(bytes, others)) / 3))
      let distance = distance(bytes, others)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// Returns the token of the same role with the type name that's most similar, if any.
  static func of(_ token: TokenDescription, among candidates: [TokenDescription]) -> TokenDescription? {
    let candidates = candidates.filter { $0.role == token.role && $0.type != token.type }
    let names = candidates.map { TypeName.bare($0.type) }
    return of(TypeName.bare(token.type), among: names).flatMap { names.firstIndex(of: $0) }.map {
      candidates[$0]
    }
  }

  /// Returns the distance of two names, in which the case doesn't count.
  static func distance(of name: String, from other: String) -> Int {
    distance(Array(name.lowercased().utf8), Array(other.lowercased().utf8))
  }

  /// Returns the number of bytes at the end that two names share.
  private static func sharedEnd(_ first: [UInt8], _ second: [UInt8]) -> Int {
    let shorter = min(first.count, second.count)
    var length = 0
    while length < shorter, first[first.count - 1 - length] == second[second.count - 1 - length] {
      length += 1
    }
    return length
  }

  /// Returns the distance of two strings by optimal string alignment, after Damerau and Levenshtein.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    // Names of types often begin and end in the same way.
    let shorter = min(first.count, second.count)
    var start = 0
    while start < shorter, first[start] == second[start] { start += 1 }
    let end = min(sharedEnd(first, second), shorter - start)
    let (first, second) = (Array(first[start..<first.count - end]), Array(second[start..<second.count - end]))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, left) in first.enumerated() {
      var current = [row + 1]
      for (column, right) in second.enumerated() {
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (left == right ? 0 : 1))
        if row > 0, column > 0, left == second[column - 1], first[row - 1] == right {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}

/// The layout of a remedy in a message.
package enum RemedyText {
  /// Returns the lines of a remedy, one for each action.
  ///
  /// - Parameter remedy: The actions, each on a line.
  package static func lines(of remedy: String) -> [String] {
    remedy.split(separator: "\n").enumerated().map { index, action in
      (index == 0 ? "To fix: " : "    or: ") + action
    }
  }
}

extension TypeName {
  /// Returns a destination's name with a token's name or else the location, to tell the routes of one type apart.
  static func distinguished(_ name: String, _ token: String?, _ location: DeclarationLocation) -> String {
    "\(name) (\(token.map { ".\($0)" } ?? location.description))"
  }
}

extension Duration {
  /// The duration in seconds, with one digit or the first two nonzero digits: `12.5 s`, `0.35 s`, `0.0021 s`.
  package var inSeconds: String {
    // Rounding a floating-point number would need the C library's functions, which nothing in this target links.
    let microseconds = Int(self / .microseconds(1) + 0.5)
    guard (1..<1_000_000).contains(microseconds) else {
      let tenths = Int(self / .milliseconds(100) + 0.5)
      return "\(tenths / 10).\(tenths % 10) s"
    }
    let digits = String(1_000_000 + microseconds).dropFirst()
    let zeros = digits.prefix { $0 == "0" }.count
    return "0.\(digits.prefix(zeros + 2)) s"
  }
}

extension RouteError {
  /// Returns the description of a user's error with its type, or the message and the path of an error of Waymark.
  package static func detail(of error: any Error) -> String {
    guard let error = Self.of(error) else {
      return "\(String(describing: error)) (\(TypeName.of(type(of: error))))"
    }
    return ([error.message] + [error.pathText].compactMap(\.self)).joined(separator: ", ")
  }

  /// Returns the remedy of an error of Waymark that caused another one.
  package static func remedy(of cause: any Error) -> String? { Self.of(cause)?.remedy }
}
