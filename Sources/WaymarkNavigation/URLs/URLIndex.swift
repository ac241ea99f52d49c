import WaymarkCore
import WaymarkRuntime

/// The index of a registry's patterns, created when the first URL is matched.
final class URLIndex: Sendable {
  let trie: URLTrie
  let patterns: [RegisteredPattern]

  init(_ layer: RegistryLayer) {
    if let compiled = layer.patternIndex {
      // Only `Program.urls` creates this object, so its type is known. A registry without a base has replaced no
      // patterns, so it can use the trie of its compilation.
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
  var urls: URLIndex { urlIndex.value { URLIndex(self) } }
}

/// The URL patterns of one compilation, as a trie that the rules about URLs share.
final class PatternIndex: Sendable {
  struct Pattern: Sendable {
    let declaration: PatternDeclaration
    let route: RouteDeclaration
    /// The position of the route among all declarations.
    let ordinal: Int
  }

  /// The patterns in the order of declaration, except repeated ones.
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

  func match(_ url: String) -> Pattern? {
    let index = url.withUTF8Span { trie.match($0) }
    return index >= 0 ? patterns[Int(index)] : nil
  }
}

extension Program {
  var urls: PatternIndex {
    if let patternIndex { return patternIndex.value(as: PatternIndex.self) }
    let index = PatternIndex(routes)
    patternIndex = .computed(index)
    return index
  }
}

/// A pattern of a registry, with the route that it opens.
final class RegisteredPattern: Sendable {
  let shape: ParsedPattern
  /// The pattern of the screen below, or nil if there's none.
  let parent: ParsedPattern?
  let route: CompiledRoute

  init(_ pattern: PatternDeclaration, _ route: CompiledRoute) {
    shape = pattern.shape
    parent = pattern.parent
    self.route = route
  }
}
