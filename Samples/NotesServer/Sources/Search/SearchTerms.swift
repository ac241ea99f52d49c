import PageKit

/// The words of a search.
enum SearchTerms {
  /// The number of words that are searched for at most.
  static let most = 8

  /// Returns the words of a text: its runs of letters and digits, the first ones if there are too many.
  ///
  /// - Throws: `PageProblem` if the text is too long.
  static func words(_ text: String) throws -> [String] {
    guard text.count <= Limits.words else {
      throw PageProblem.invalid("Search for at most \(Limits.words) characters.")
    }
    return text.split { !$0.isLetter && !$0.isNumber }.prefix(most).map(String.init)
  }
}
