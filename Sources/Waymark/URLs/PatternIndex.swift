import WaymarkRuntime

/// The URL patterns that are compiled together, as a tree: what rules about URLs share.
final class PatternIndex: LazyPart, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only `let`s of `Sendable` types.

  struct Pattern: Sendable {
    let declaration: PatternDeclaration
    let route: RouteDeclaration
    /// The place of the route among all declarations.
    let ordinal: Int
  }

  /// The patterns, each shape once, in the order of declaration.
  let patterns: [Pattern]
  /// The patterns that match the same as an earlier one.
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

  /// The pattern that a URL matches.
  func match(_ url: String) -> Pattern? {
    let index = url.withUTF8Span { trie.match($0) }
    return index >= 0 ? patterns[Int(index)] : nil
  }
}

extension Program {
  /// The URL patterns, made when the first rule asks.
  var urls: PatternIndex {
    if let patternIndex { return knownDowncast(patternIndex, to: PatternIndex.self) }
    let index = PatternIndex(routes)
    patternIndex = index
    return index
  }
}
