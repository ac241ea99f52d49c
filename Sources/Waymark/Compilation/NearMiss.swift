/// Finds what somebody may have meant.
enum NearMiss {
  /// The candidate that is closest to a misspelled name.
  ///
  /// - Returns: The first of the closest; nil where none differs by at most a third of its length.
  static func of(_ name: String, among candidates: [String]) -> String? {
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let limit = max(1, max(name.count, candidate.count) / 3)
      let distance = distance(Array(name.lowercased()), Array(candidate.lowercased()))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two texts
  /// (optimal string alignment, after Damerau and Levenshtein).
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
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
