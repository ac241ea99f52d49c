import WaymarkCore

/// The reason why a string isn't a valid URL.
struct URLProblem {
  let message: String
  let remedy: String
  /// The number of bytes before the problem.
  let offset: Int

  /// Finds the first problem; nil if the string is a valid URL.
  init?(_ text: String) {
    for (offset, byte) in text.utf8.enumerated() where URLTrie.isForbidden(byte) {
      self.init("it contains a space or a control character", "percent-encode it, as in %20", offset)
      return
    }
    var start = 0
    for part in text.utf8.split(
      omittingEmptySubsequences: false, whereSeparator: { "/?#&=".utf8.contains($0) })
    {
      if case .failure(let problem) = PercentCoding.decode(part) {
        self.init(
          "it has an invalid percent-encoding",
          "write two hexadecimal digits after each '%' so that they are valid UTF-8, and %25 for the character",
          start + problem.offset)
        return
      }
      start += part.count + 1
    }
    return nil
  }

  private init(_ message: String, _ remedy: String, _ offset: Int) {
    self.message = message
    self.remedy = remedy
    self.offset = offset
  }
}
