/// An immutable hash table from the literals of nodes to their children, for a tree of literals.
///
/// Open addressing with linear probing, at most half full. An entry has the first eight bytes of its literal, so that a
/// look-up of a short literal reads nothing else.
///
/// - Complexity: Looking up is linear in the length of the literal on average, for any number of entries.
public struct LiteralTable: ~Copyable, Sendable {
  /// A literal of a node.
  public struct Entry {
    let node: Int32
    let text: String
    let child: Int32

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - node: The index of the node.
    ///   - text: The literal, unique for the node.
    ///   - child: The index of the child, at least 0.
    public init(node: Int32, text: String, child: Int32) {
      self.node = node
      self.text = text
      self.child = child
    }
  }

  @usableFromInline
  struct Slot: Sendable, BitwiseCopyable {
    @usableFromInline var first: UInt64 = 0
    @usableFromInline var node: Int32 = -1
    /// The child, or -1 for an empty slot.
    @usableFromInline var child: Int32 = -1
    /// The position of the literal among the bytes of all literals, and its length.
    @usableFromInline var start: Int32 = 0
    @usableFromInline var count: Int32 = 0

    @inlinable
    init() {}
  }

  @usableFromInline let slots: FlatArray<Slot>
  private let bytes: FlatArray<UInt8>

  /// Creates a table.
  public init(_ entries: some Collection<Entry>) {
    var capacity = 4
    while capacity < 2 * entries.count { capacity *= 2 }
    var slots = ContiguousArray(repeating: Slot(), count: capacity)
    var bytes: ContiguousArray<UInt8> = []
    for entry in entries {
      let key = entry.text.withUTF8Span { $0.key(of: 0..<$0.count) }
      var place = Self.place(of: key, entry.node, capacity: capacity)
      while slots[place].child >= 0 { place = (place + 1) & (capacity - 1) }
      slots[place].first = key.first.bits
      slots[place].node = entry.node
      slots[place].child = entry.child
      slots[place].start = Int32(bytes.count)
      slots[place].count = Int32(entry.text.utf8.count)
      bytes += entry.text.utf8
    }
    self.slots = FlatArray(slots)
    self.bytes = FlatArray(bytes)
  }

  /// Returns the first slot for a node's literal.
  @inlinable
  @inline(__always)
  static func place(of key: ByteKey, _ node: Int32, capacity: Int) -> Int {
    let mixed = (key.hash ^ UInt64(UInt32(bitPattern: node))) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 32) & (capacity &- 1)
  }

  /// Returns the child of a node for a literal, negative if there's none.
  ///
  /// - Parameters:
  ///   - node: The index of the node.
  ///   - range: The positions of the literal in the bytes.
  ///   - key: The key of these bytes.
  ///   - text: The bytes.
  ///   - isLowercased: Whether to take uppercase ASCII letters as lowercase ones, as in the key.
  @inlinable
  @inline(__always)
  public borrowing func child(
    of node: Int32, for range: Range<Int>, _ key: ByteKey, in text: Span<UInt8>, isLowercased: Bool = false
  ) -> Int32 {
    let capacity = slots.count
    var place = Self.place(of: key, node, capacity: capacity)
    while true {
      let slot = slots[place]
      if slot.child < 0 { return -1 }
      if slot.first == key.first.bits, slot.node == node,
        Int(slot.count) == range.upperBound &- range.lowerBound,
        slot.count <= 8 || isEqual(slot, range, in: text, isLowercased)
      {
        return slot.child
      }
      place = (place &+ 1) & (capacity &- 1)
    }
  }

  @usableFromInline
  borrowing func isEqual(
    _ slot: Slot, _ range: Range<Int>, in text: Span<UInt8>, _ isLowercased: Bool
  ) -> Bool {
    bytes.read { text.isEqual(range, isLowercased: isLowercased, to: $0, from: Int(slot.start)) }
  }
}

/// An immutable array of plain values in one allocation, which an access doesn't retain.
public struct FlatArray<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only `init` writes the memory, and its values are `Sendable`.
  @usableFromInline let elements: UnsafeMutableBufferPointer<Element>

  /// Creates an array with copies of the elements.
  public init(_ elements: some Collection<Element>) {
    self.elements = .allocate(capacity: elements.count)
    _ = self.elements.initialize(fromContentsOf: elements)
  }

  deinit { elements.deallocate() }

  /// The number of elements.
  @inlinable
  public var count: Int { elements.count }

  /// Returns an element.
  ///
  /// - Parameter index: A position in 0..<count.
  @inlinable
  @inline(__always)
  public subscript(index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: elements.count))
    // SAFETY: the index is inside of the memory, which `init` has initialized.
    return elements.baseAddress.unsafelyUnwrapped[index]
  }

  /// Calls `body` with the elements.
  ///
  /// - Parameter body: The closure. The elements exist until it returns.
  borrowing func read<Result>(_ body: (Span<Element>) -> Result) -> Result {
    // SAFETY: the memory exists as long as the array, and a `Span` can't escape from a closure that takes it.
    body(Span(_unsafeElements: UnsafeBufferPointer(elements)))
  }
}
