import WaymarkCore
import WaymarkRuntime

/// The patterns of a registry as a trie in flat arrays.
///
/// It has a level for the scheme, one for the host, and one for each segment. Each node has one parent, so a search
/// visits no node twice, even if it backtracks: it's linear in the length of the URL.
final class URLTrie: Sendable {
  /// The index of a node, of a literal's child, or of a pattern, negative if there's none.
  typealias Index = Int32

  struct Node: Sendable, BitwiseCopyable {
    var hasLiterals = false
    /// The child for `:name`.
    var name: Index = -1
    /// The child for `*`, or for a scheme or host that the pattern omits.
    var any: Index = -1
    /// The pattern that ends with `**` at this node.
    var rest: Index = -1
    /// The pattern that ends at this node.
    var end: Index = -1

    var hasChildren: Bool { @inline(__always) get { hasLiterals || name >= 0 || any >= 0 } }
  }

  let nodes: FlatArray<Node>
  /// The children of nodes for literals.
  let literals: LiteralTable

  init(_ nodes: some Collection<Node>, _ literals: some Collection<LiteralTable.Entry>) {
    self.nodes = FlatArray(nodes)
    self.literals = LiteralTable(literals)
  }
}

/// A builder of a ``URLTrie``.
struct URLTrieBuilder {
  private struct Literal: Hashable {
    let node: URLTrie.Index
    let text: ExactText
  }

  private var nodes: ContiguousArray = [URLTrie.Node()]
  private var children: [Literal: URLTrie.Index] = [:]

  /// Adds a pattern, unless another one matches the same URLs, and returns the existing one, if any.
  mutating func insert(_ shape: ParsedPattern, as pattern: URLTrie.Index) -> URLTrie.Index? {
    var node = descend(from: 0, shape.scheme)
    node = descend(from: node, shape.host)
    for segment in shape.segments {
      switch segment {
      case .literal(let text): node = literal(text, of: node)
      case .name: node = child(of: node, \.name)
      case .any: node = child(of: node, \.any)
      case .rest: return end(node, \.rest, pattern)
      }
    }
    return end(node, \.end, pattern)
  }

  consuming func trie() -> URLTrie {
    URLTrie(
      nodes,
      children.map { literal, child in
        LiteralTable.Entry(node: literal.node, text: literal.text.text, child: child)
      })
  }

  private mutating func descend(from node: URLTrie.Index, _ text: String?) -> URLTrie.Index {
    if let text { literal(ExactText(text: text), of: node) } else { child(of: node, \.any) }
  }

  private mutating func literal(_ text: ExactText, of node: URLTrie.Index) -> URLTrie.Index {
    let literal = Literal(node: node, text: text)
    if let child = children[literal] { return child }
    nodes[Int(node)].hasLiterals = true
    let child = newNode()
    children[literal] = child
    return child
  }

  private mutating func child(
    of node: URLTrie.Index, _ way: WritableKeyPath<URLTrie.Node, URLTrie.Index>
  ) -> URLTrie.Index {
    let known = nodes[Int(node)][keyPath: way]
    if known >= 0 { return known }
    let child = newNode()
    nodes[Int(node)][keyPath: way] = child
    return child
  }

  private mutating func end(
    _ node: URLTrie.Index, _ way: WritableKeyPath<URLTrie.Node, URLTrie.Index>, _ pattern: URLTrie.Index
  ) -> URLTrie.Index? {
    let known = nodes[Int(node)][keyPath: way]
    guard known < 0 else { return known }
    nodes[Int(node)][keyPath: way] = pattern
    return nil
  }

  private mutating func newNode() -> URLTrie.Index {
    nodes.append(URLTrie.Node())
    return URLTrie.Index(nodes.count - 1)
  }
}

/// The index of a registry's patterns, created when the first URL is matched.
final class URLIndex: LazyPart, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): all properties are `let`s of `Sendable` types.

  let trie: URLTrie
  /// The patterns of URLs that routes open.
  let patterns: [RegisteredPattern]
  /// The patterns of URLs that no route opens, with indices in the trie that follow the indices of `patterns`.
  let exclusions: [RegisteredPattern]
  /// The patterns, without counting references: `patterns` retains them.
  private let references: [UnretainedReference<RegisteredPattern>]

  init(_ layer: RegistryImage) {
    (trie, patterns, exclusions) = Self.content(of: layer)
    references = patterns.map { UnretainedReference(retainedByCaller: $0) }
    super.init()
  }

  private static func content(
    of layer: RegistryImage
  ) -> (URLTrie, [RegisteredPattern], exclusions: [RegisteredPattern]) {
    let exclusions = layer.routes.flatMap { route in
      route.declaration.exclusions.map { RegisteredPattern($0, route) }
    }
    if let part = layer.patternIndex.unretained?.object {
      // Only `Linked.urls` fills the place, so the type is known. No pattern replaces another, so the registry can use
      // the trie of the rules.
      let compiled = part.value(as: PatternIndex.self)
      let patterns = compiled.patterns.compactMap { pattern in
        layer.route(named: pattern.declaration.shape.name).map { RegisteredPattern(pattern.declaration, $0) }
      }
      return (compiled.trie, patterns, exclusions)
    }
    let patterns = layer.routes.flatMap { route in
      route.declaration.patterns.filter { layer.route(named: $0.shape.name) === route }
        .map { RegisteredPattern($0, route) }
    }
    var builder = URLTrieBuilder()
    for (index, pattern) in (patterns + exclusions).enumerated() {
      _ = builder.insert(pattern.shape, as: URLTrie.Index(index))
    }
    return (builder.trie(), patterns, exclusions)
  }

  /// Returns the match of a URL, or nil if there's none.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - registry: A registry with a layer that has this index.
  func match(_ url: String, in registry: Registry) -> URLMatch? {
    let text = url.normalizedURL
    let found = text.withUTF8Span { trie.find($0) }
    guard found.pattern >= 0, Int(found.pattern) < references.count else { return nil }
    return URLMatch(
      url: url, text: text, registry: registry, references[Int(found.pattern)], found.places)
  }

  /// Returns the pattern that a normalized URL matches, which may exclude it, or nil if there's none.
  func pattern(of url: String) -> RegisteredPattern? {
    let index = Int(url.withUTF8Span { trie.match($0) })
    guard index >= 0 else { return nil }
    return index < patterns.count ? patterns[index] : exclusions[index - patterns.count]
  }
}

extension RegistryImage {
  var urls: URLIndex {
    // Only this property fills the place.
    knownDowncast(urlIndex.unretained?.object ?? urlIndex.set(URLIndex(self)), to: URLIndex.self)
  }
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
  /// The patterns of URLs that no route opens, except repeated ones, with indices that follow those of `patterns`.
  let exclusions: [Pattern]
  /// The patterns that match the same URLs as an earlier one.
  let repeated: [(pattern: Pattern, first: Pattern)]
  let trie: URLTrie

  init(_ routes: some Sequence<Linked.Route>) {
    var builder = URLTrieBuilder()
    var patterns: [Pattern] = []
    var repeated: [(pattern: Pattern, first: Pattern)] = []
    func insert(_ declarations: (RouteDeclaration) -> [PatternDeclaration]) {
      for route in routes {
        for declaration in declarations(route.declaration) {
          let pattern = Pattern(declaration: declaration, route: route.declaration, ordinal: route.ordinal)
          if let first = builder.insert(declaration.shape, as: URLTrie.Index(patterns.count)) {
            repeated.append((pattern, patterns[Int(first)]))
          } else {
            patterns.append(pattern)
          }
        }
      }
    }
    insert(\.patterns)
    let count = patterns.count
    insert(\.exclusions)
    self.patterns = Array(patterns[..<count])
    exclusions = Array(patterns[count...])
    self.repeated = repeated
    trie = builder.trie()
  }

  /// Returns the pattern that a normalized URL matches, which may exclude it, or nil if there's none.
  func match(_ url: String) -> Pattern? {
    let index = Int(url.withUTF8Span { trie.match($0) })
    guard index >= 0 else { return nil }
    return index < patterns.count ? patterns[index] : exclusions[index - patterns.count]
  }
}

extension Linked {
  var urls: PatternIndex {
    replacesNothing
      ? image.patternIndex.value { PatternIndex(routes) } : ownPatterns.value { PatternIndex(routes) }
  }
}

extension Linked {
  /// Returns the pattern that a normalized URL matches in the registry, of the program or of its base.
  func pattern(of url: String) -> (declaration: PatternDeclaration, route: RouteDeclaration)? {
    let own = urls.match(url).map { ($0.declaration, $0.route) }
    guard let below = base?.urls.pattern(of: url) else { return own }
    let ofBase = (
      PatternDeclaration(shape: below.shape, parent: below.parent, isExclusion: below.isExclusion),
      below.route.declaration
    )
    guard let own else { return ofBase }
    // As in the registry, the more specific one matches, and the program's one of two equal ones.
    var builder = URLTrieBuilder()
    _ = (builder.insert(own.0.shape, as: 0), builder.insert(below.shape, as: 1))
    let trie = builder.trie()
    return url.withUTF8Span { trie.match($0) } == 0 ? own : ofBase
  }
}

/// A pattern of a registry, with the route that declares it.
final class RegisteredPattern: Sendable {
  let shape: ParsedPattern
  /// The pattern of the screen below, or nil if there's none.
  let parent: ParsedPattern?
  let isExclusion: Bool
  let route: CompiledRoute

  init(_ pattern: PatternDeclaration, _ route: CompiledRoute) {
    shape = pattern.shape
    parent = pattern.parent
    isExclusion = pattern.isExclusion
    self.route = route
  }
}
