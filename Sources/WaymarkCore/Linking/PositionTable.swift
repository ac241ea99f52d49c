/// The positions of elements by machine words, in a hash table with open addressing.
///
/// The elements stay in a collection of the owner. In contrast to a dictionary, the table needs no conformance of a
/// key, which the runtime would search for in all records of the program when it creates the dictionary's type.
struct PositionTable {
  /// The positions plus 1, or 0 for an empty slot.
  private var slots: [Int32] = []
  private var count = 0

  /// The number of elements to search without a table.
  private static let searched = 8

  /// Returns the position of an element, or nil if there's none.
  ///
  /// - Parameters:
  ///   - word: A word of the element, which other elements can have.
  ///   - matches: Returns whether the element is at a position.
  @inline(__always)
  func position(of word: @autoclosure () -> UInt, where matches: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return (0..<count).first(where: matches) }
    var slot = home(of: word())
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if matches(position) { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds the next position.
  ///
  /// - Parameter words: Returns the word of the element at a position, including the new one.
  @inline(__always)
  mutating func append(_ words: (Int) -> UInt) {
    count += 1
    guard count > Self.searched else { return }
    guard slots.count >= 2 * count else { return grow(words) }
    insert(count - 1, words)
  }

  private mutating func grow(_ words: (Int) -> UInt) {
    slots = Array(repeating: 0, count: max(64, slots.count * 4))
    for position in 0..<count { insert(position, words) }
  }

  private mutating func insert(_ position: Int, _ words: (Int) -> UInt) {
    var slot = home(of: words(position))
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(position + 1)
  }

  /// Returns the slot where the search for a word starts (Fibonacci hashing, Knuth, TAOCP volume 3, 6.4).
  private func home(of word: UInt) -> Int {
    Int(truncatingIfNeeded: (UInt64(word) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
  }
}
