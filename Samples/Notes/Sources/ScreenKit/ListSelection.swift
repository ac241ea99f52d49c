/// Which row of a list is selected.
public struct ListSelection: Sendable {
  /// The row, from 0.
  public private(set) var index = 0
  /// How many rows there are.
  public private(set) var count = 0
  /// How many rows a page has.
  public var page = 10

  /// Creates the selection of the first row.
  public init() {}

  /// Selects a row, or the last one for an index beyond the end.
  public mutating func select(_ index: Int, of count: Int) {
    self.count = count
    self.index = max(0, min(index, count - 1))
  }

  /// Moves the selection, if the key means that.
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .up: select(index - 1, of: count)
    case .down: select(index + 1, of: count)
    case .pageUp: select(index - page, of: count)
    case .pageDown: select(index + page, of: count)
    case .home: select(0, of: count)
    case .end: select(count - 1, of: count)
    default: return false
    }
    return true
  }
}
