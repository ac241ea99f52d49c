import WaymarkCore

/// A builder of a ``URLTrie``, to which patterns are added one after the other.
struct URLTrieBuilder {
  private struct Literal: Hashable {
    let node: URLTrie.Index
    let text: ExactText
  }

  private var nodes: ContiguousArray = [URLTrie.Node()]
  private var children: [Literal: URLTrie.Index] = [:]

  /// Adds a pattern, unless one that matches the same URLs exists.
  ///
  /// - Returns: Nil, or the existing pattern that matches the same URLs.
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

  /// Returns the trie of all patterns.
  consuming func trie() -> URLTrie {
    var count = 4
    while count < 2 * children.count { count *= 2 }
    var slots = ContiguousArray(repeating: URLTrie.Slot(), count: count)
    var bytes: ContiguousArray<UInt8> = []
    for (literal, child) in children {
      var hash = URLTrie.Hash()
      for byte in literal.text.text.utf8 { hash.combine(byte) }
      var place = URLTrie.Hash.slot(hash.value, literal.node, count: count)
      while slots[place].child >= 0 { place = (place + 1) & (count - 1) }
      slots[place] = URLTrie.Slot(
        node: literal.node, child: child, hash: hash.value, start: Int32(bytes.count),
        count: Int32(literal.text.text.utf8.count))
      bytes += literal.text.text.utf8
    }
    return URLTrie(nodes: nodes, slots: slots, bytes: bytes)
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
