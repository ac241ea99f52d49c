/// The patterns of a registry as a tree in flat arrays: a level for the scheme, one for the host, one for each
/// segment.
///
/// Each node is reached along one way only, so that a search visits no node twice, whatever it has to try: it is
/// linear in the length of the URL and never longer than the longest pattern.
struct URLTrie: Sendable {
  /// The place of a node, of a literal's child, or of a pattern; below zero where there is none.
  typealias Index = Int32

  struct Node: Sendable {
    var hasLiterals = false
    /// Where `:name` leads to.
    var name: Index = -1
    /// Where `*`, or a scheme or host that was left out, leads to.
    var any: Index = -1
    /// The pattern that ends with `**` here.
    var rest: Index = -1
    /// The pattern that ends here.
    var end: Index = -1
  }

  /// A place in the table of all literals, of which each belongs to one node.
  struct Slot: Sendable {
    var node: Index = -1
    var child: Index = -1
    var hash: UInt32 = 0
    /// Where the literal is among all bytes.
    var start: Int32 = 0
    var count: Int32 = 0
  }

  let nodes: ContiguousArray<Node>
  /// Open addressing; a power of two of them, at most half of which are taken.
  let slots: ContiguousArray<Slot>
  let bytes: ContiguousArray<UInt8>

  /// The hash of literals: 32 bits of FNV-1a (Fowler, Noll, Vo; RFC 9923).
  struct Hash {
    private(set) var value: UInt32 = 2_166_136_261

    @inline(__always)
    mutating func combine(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 16_777_619 }

    /// Where a node's literals with this hash are looked for first.
    @inline(__always)
    static func slot(_ hash: UInt32, _ node: Index, count: Int) -> Int {
      Int((hash ^ (UInt32(bitPattern: node) &* 0x9E37_79B9)) & UInt32(truncatingIfNeeded: count - 1))
    }
  }
}
