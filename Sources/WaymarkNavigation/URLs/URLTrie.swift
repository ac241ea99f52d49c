import WaymarkCore

/// The patterns of a registry as a trie in flat arrays.
///
/// There's a level for the scheme, one for the host, and one for each segment. Each node has one parent, so a
/// search visits no node twice, even if it backtracks: it's linear in the length of the URL, and never visits
/// more levels than the longest pattern has.
struct URLTrie: Sendable {
  /// The index of a node, of a literal's child, or of a pattern; negative if there's none.
  typealias Index = Int32

  struct Node: Sendable {
    var hasLiterals = false
    /// The child for `:name`.
    var name: Index = -1
    /// The child for `*`, or for a scheme or host that the pattern omits.
    var any: Index = -1
    /// The pattern that ends with `**` at this node.
    var rest: Index = -1
    /// The pattern that ends at this node.
    var end: Index = -1
  }

  /// A slot in the table of all literals, each of which belongs to one node.
  struct Slot: Sendable {
    var node: Index = -1
    var child: Index = -1
    var hash: UInt32 = 0
    /// The position of the literal in the bytes of all literals.
    var start: Int32 = 0
    var count: Int32 = 0
  }

  let nodes: ContiguousArray<Node>
  /// The hash table, with open addressing; its size is a power of two, and at most half of the slots are
  /// used.
  let slots: ContiguousArray<Slot>
  let bytes: ContiguousArray<UInt8>

  /// The hash of literals: 32 bits of FNV-1a (Fowler, Noll, Vo; RFC 9923).
  struct Hash {
    private(set) var value: UInt32 = 2_166_136_261

    @inline(__always)
    init() {}

    /// Creates the hash of bytes that were combined elsewhere.
    @inline(__always)
    init(_ value: UInt32) { self.value = value }

    @inline(__always)
    mutating func combine(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 16_777_619 }

    /// Returns the slot at which the search for a node's literal with this hash begins.
    @inline(__always)
    static func slot(_ hash: UInt32, _ node: Index, count: Int) -> Int {
      Int((hash ^ (UInt32(bitPattern: node) &* 0x9E37_79B9)) & UInt32(truncatingIfNeeded: count - 1))
    }
  }
}
