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

  /// The place of the pattern that a URL matches; below zero where there is none.
  func match(_ url: String) -> URLTrie.Index { url.withUTF8Span { trie.match($0) } }
}
