import WaymarkCore
import WaymarkRuntime

/// The URL patterns of one compilation, as a trie that the rules about URLs share.
final class PatternIndex: Sendable {
  struct Pattern: Sendable {
    let declaration: PatternDeclaration
    let route: RouteDeclaration
    /// The position of the route among all declarations.
    let ordinal: Int
  }

  /// The patterns in the order of declaration; of several that match the same URLs, the first one.
  let patterns: [Pattern]
  /// The patterns that match the same URLs as an earlier one.
  let repeated: [(pattern: Pattern, first: Pattern)]
  let trie: URLTrie

  init(_ routes: some Sequence<Program.DeclaredRoute>) {
    var builder = URLTrieBuilder()
    var patterns: [Pattern] = []
    var repeated: [(pattern: Pattern, first: Pattern)] = []
    for route in routes {
      for declaration in route.declaration.patterns {
        let pattern = Pattern(declaration: declaration, route: route.declaration, ordinal: route.ordinal)
        if let first = builder.insert(declaration.shape, as: URLTrie.Index(patterns.count)) {
          repeated.append((pattern, patterns[Int(first)]))
        } else {
          patterns.append(pattern)
        }
      }
    }
    self.patterns = patterns
    self.repeated = repeated
    trie = builder.trie()
  }

  /// Returns the pattern that a URL matches.
  func match(_ url: String) -> Pattern? {
    let index = url.withUTF8Span { trie.match($0) }
    return index >= 0 ? patterns[Int(index)] : nil
  }
}

extension Program {
  /// The index of the URL patterns, created when it's first used.
  var urls: PatternIndex {
    if let patternIndex { return patternIndex.value(as: PatternIndex.self) }
    let index = PatternIndex(routes)
    patternIndex = .computed(index)
    return index
  }
}
