import WaymarkRuntime

/// The URL patterns that are compiled together.
struct ProgramURLs {
  struct Pattern {
    let draft: PatternDraft
    let route: Program.DeclaredRoute
  }

  /// The patterns, each shape once, in the order of declaration.
  private(set) var patterns: [Pattern] = []
  /// The patterns that match the same as an earlier one.
  private(set) var repeated: [(pattern: Pattern, first: Pattern)] = []
  let trie: URLTrie

  init(_ routes: [Program.DeclaredRoute]) {
    var builder = URLTrieBuilder()
    for route in routes {
      for draft in route.draft.patterns {
        let pattern = Pattern(draft: draft, route: route)
        if let first = builder.insert(draft.shape, as: URLTrie.Index(patterns.count)) {
          repeated.append((pattern, patterns[Int(first)]))
        } else {
          patterns.append(pattern)
        }
      }
    }
    trie = builder.trie()
  }

  /// The pattern that a URL matches.
  func match(_ url: String) -> Pattern? {
    let index = url.withUTF8Span { trie.match($0) }
    return index >= 0 ? patterns[Int(index)] : nil
  }
}
