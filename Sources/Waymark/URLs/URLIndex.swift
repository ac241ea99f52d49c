import WaymarkRuntime

/// All patterns of a registry, made when the first URL is matched.
final class URLIndex: Sendable {
  let trie: URLTrie
  let patterns: [LinkedPattern]

  /// - Parameter patterns: The patterns; of two that match the same, the first one counts.
  init(_ patterns: [LinkedPattern]) {
    var builder = URLTrieBuilder()
    for (index, pattern) in patterns.enumerated() {
      _ = builder.insert(pattern.shape, as: URLTrie.Index(index))
    }
    trie = builder.trie()
    self.patterns = patterns
  }

  /// The pattern that a URL matches.
  func match(_ url: String) -> LinkedPattern? {
    let index = url.withUTF8Span { trie.match($0) }
    return index >= 0 ? patterns[Int(index)] : nil
  }
}
