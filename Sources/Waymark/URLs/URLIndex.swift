import WaymarkRuntime

/// All patterns of a registry, made when the first URL is matched.
final class URLIndex: LazyPart, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only `let`s of `Sendable` types.

  let trie: URLTrie
  let patterns: [RegisteredPattern]

  init(_ registry: Registry) {
    let layer = registry.layer
    if let compiled = registry.patternIndex {
      // Only `Program.urls` makes it. Nothing of a registry without a base was replaced, so that its tree serves here.
      let compiled = knownDowncast(compiled, to: PatternIndex.self)
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

  /// The place of the pattern that a URL matches; below zero where there's none.
  func match(_ url: String) -> URLTrie.Index { url.withUTF8Span { trie.match($0) } }
}
