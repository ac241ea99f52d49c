import WaymarkCore
import WaymarkRuntime

/// The patterns of a registry as a trie in flat arrays.
///
/// It has a level for the scheme, one for the host, and one for each segment. Each node has one parent, so a search
/// visits no node twice, even if it backtracks.
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

/// The URL patterns of a registry, or of the declarations that are linked onto a base, as a trie.
///
/// The rules about URLs create the index of a registry without a base. A derived registry creates its index when it
/// matches its first URL.
final class URLIndex: LazyPart, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): all properties are `let`s of `Sendable` types.

  /// The patterns of URLs that routes open, in the order of declaration, except repeated ones.
  let patterns: [RegisteredPattern]
  /// The patterns of URLs that no route opens, with indices in the trie that follow the indices of `patterns`.
  let exclusions: [RegisteredPattern]
  /// The patterns that match the same URLs as an earlier one.
  let repeated: [(pattern: RegisteredPattern, first: RegisteredPattern)]
  private let trie: URLTrie
  /// The patterns, without counting references: `patterns` retains them.
  private let references: [UnretainedReference<RegisteredPattern>]

  /// Creates the index of all patterns in force in an image.
  convenience init(_ image: RegistryImage) {
    self.init(image.routes.lazy.map { ($0, $0.declaration, -1) }) { image.route(named: $0.name) === $1 }
  }

  /// Creates the index of the patterns of linked declarations.
  convenience init(_ linked: Linked) {
    let routes = zip(linked.compiledRoutes, linked.routes)
    self.init(routes.lazy.map { ($0, $1.declaration, $1.ordinal) }) { _, _ in true }
  }

  private init(
    _ routes: some Sequence<(CompiledRoute, RouteDeclaration, Int)>,
    isInForce: (ParsedPattern, CompiledRoute) -> Bool
  ) {
    var opened: [RegisteredPattern] = []
    var excluded: [RegisteredPattern] = []
    for (route, declaration, ordinal) in routes {
      for pattern in declaration.patterns where isInForce(pattern.shape, route) {
        opened.append(RegisteredPattern(pattern, route, ordinal))
      }
      excluded += declaration.exclusions.map { RegisteredPattern($0, route, ordinal) }
    }
    var builder = URLTrieBuilder()
    var kept: [RegisteredPattern] = []
    var repeated: [(pattern: RegisteredPattern, first: RegisteredPattern)] = []
    for pattern in opened + excluded {
      if let first = builder.insert(pattern.shape, as: URLTrie.Index(kept.count)) {
        repeated.append((pattern, kept[Int(first)]))
      } else {
        kept.append(pattern)
      }
    }
    patterns = kept.filter { !$0.isExclusion }
    exclusions = kept.filter(\.isExclusion)
    self.repeated = repeated
    trie = builder.trie()
    references = patterns.map { UnretainedReference(retainedByCaller: $0) }
    super.init()
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
      url: url, text: text, registry: registry, registered: references[Int(found.pattern)],
      places: found.places)
  }

  /// Returns the pattern that a normalized URL matches, which may exclude it, or nil if there's none.
  func pattern(of url: String) -> RegisteredPattern? {
    let index = Int(url.withUTF8Span { trie.match($0) })
    guard index >= 0 else { return nil }
    return index < patterns.count ? patterns[index] : exclusions[index - patterns.count]
  }
}

extension OnceReference where Object == LazyPart {
  /// Returns the index in the place, creating it if needed.
  fileprivate borrowing func urls(_ create: @autoclosure () -> URLIndex) -> URLIndex {
    // Only the two properties below fill their places.
    knownDowncast(unretained?.object ?? set(create()), to: URLIndex.self)
  }
}

extension RegistryImage {
  var urls: URLIndex { urlIndex.urls(URLIndex(self)) }
}

extension Linked {
  /// The patterns of the declarations.
  var urls: URLIndex {
    replacesNothing ? image.urlIndex.urls(URLIndex(self)) : ownURLIndex.urls(URLIndex(self))
  }

  /// Returns the pattern that a normalized URL matches in the registry, of the program or of its base.
  func pattern(of url: String) -> RegisteredPattern? {
    let own = urls.pattern(of: url)
    guard let own, let below = base?.urls.pattern(of: url) else { return own ?? base?.urls.pattern(of: url) }
    // As in the registry, the more specific one matches, and the program's one of two equal ones.
    var builder = URLTrieBuilder()
    _ = (builder.insert(own.shape, as: 0), builder.insert(below.shape, as: 1))
    let trie = builder.trie()
    return url.withUTF8Span { trie.match($0) } == 0 ? own : below
  }
}

/// A pattern of a registry, with the route that declares it.
final class RegisteredPattern: Sendable {
  let shape: ParsedPattern
  /// The pattern of the screen below, or nil if there's none.
  let parent: ParsedPattern?
  let isExclusion: Bool
  let route: CompiledRoute
  /// The position of the route among the linked declarations, or -1 for a route of a base.
  let ordinal: Int

  /// The pattern as in a message.
  var text: String { isExclusion ? "URLPattern(excluding: \"\(shape.text)\")" : "\"\(shape.text)\"" }

  init(_ pattern: PatternDeclaration, _ route: CompiledRoute, _ ordinal: Int) {
    shape = pattern.shape
    parent = pattern.parent
    isExclusion = pattern.isExclusion
    self.route = route
    self.ordinal = ordinal
  }
}
