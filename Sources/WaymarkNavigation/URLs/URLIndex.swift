import WaymarkCore
import WaymarkRuntime

/// The index of all patterns of a registry, created when the first URL is matched.
final class URLIndex: Sendable {
  let trie: URLTrie
  let patterns: [RegisteredPattern]

  init(_ layer: RegistryLayer) {
    if let compiled = layer.patternIndex {
      // Only `Program.urls` creates this object, so its type is known. In a registry without a base no
      // pattern was replaced, so the trie of the compilation can be used here.
      let compiled = compiled.value(as: PatternIndex.self)
      trie = compiled.trie
      patterns = compiled.patterns.compactMap { pattern in
        layer.route(named: pattern.declaration.shape.name).map { RegisteredPattern(pattern.declaration, $0) }
      }
      return
    }
    patterns = layer.routes.flatMap { route in
      route.declaration.patterns.filter { layer.route(named: $0.shape.name) === route }
        .map { RegisteredPattern($0, route) }
    }
    var builder = URLTrieBuilder()
    for (index, pattern) in patterns.enumerated() {
      _ = builder.insert(pattern.shape, as: URLTrie.Index(index))
    }
    trie = builder.trie()
  }

  /// Returns the index of the pattern that a URL matches, negative if there's none, and the places of the segments.
  func find(_ url: String) -> URLTrie.Found { url.withUTF8Span { trie.find($0) } }
}

extension RegistryLayer {
  /// The index of all patterns, created when it's first used.
  var urls: URLIndex { urlIndex.value { URLIndex(self) } }
}
