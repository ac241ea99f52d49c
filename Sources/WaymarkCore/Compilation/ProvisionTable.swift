/// The tokens that declarations provide, in order, with an open-addressing index if there are more than eight.
struct ProvisionTable {
  /// A token that a route or an adapter provides.
  struct Provision {
    enum Source {
      case route(Program.DeclaredRoute)
      case adapter(Program.DeclaredAdapter)
    }

    let token: TokenDescription
    let source: Source

    var ordinal: Int {
      switch source {
      case .route(let route): route.ordinal
      case .adapter(let adapter): adapter.ordinal
      }
    }

    var location: DeclarationLocation {
      switch source {
      case .route(let route): route.declaration.location
      case .adapter(let adapter): adapter.declaration.location
      }
    }

    var module: Any.Type? {
      switch source {
      case .route(let route): route.module
      case .adapter(let adapter): adapter.module
      }
    }

    var isAdapter: Bool { if case .adapter = source { true } else { false } }
  }

  /// The first provision of each token, in the order of declaration.
  private(set) var first = InlineList<Provision>()
  /// The later provisions of a token, each with the position of the first provision.
  private(set) var repeated: [(provision: Provision, first: Int)] = []
  /// The positions in `first`, plus 1, or 0 for an empty slot.
  private var index: [Int32] = []

  private static let searched = 8

  mutating func add(_ token: TokenDescription, _ source: Provision.Source) {
    let provision = Provision(token: token, source: source)
    if let place = place(of: token.key) {
      repeated.append((provision, place))
      return
    }
    first.append(provision)
    if first.count > Self.searched { insert(first.count - 1) }
  }

  @inline(never)
  subscript(key: TokenKey) -> Provision? { place(of: key).map { first[$0] } }

  private func place(of key: TokenKey) -> Int? {
    guard !index.isEmpty else { return first.firstIndex { $0.token.key == key } }
    var slot = home(of: key)
    while index[slot] != 0 {
      let place = Int(index[slot]) - 1
      if first[place].token.key == key { return place }
      slot = (slot + 1) & (index.count - 1)
    }
    return nil
  }

  private mutating func insert(_ place: Int) {
    guard index.count >= 2 * first.count else { return grow() }
    var slot = home(of: first[place].token.key)
    while index[slot] != 0 { slot = (slot + 1) & (index.count - 1) }
    index[slot] = Int32(place + 1)
  }

  private mutating func grow() {
    index = Array(repeating: 0, count: max(64, index.count * 4))
    for place in first.indices { insert(place) }
  }

  /// Returns the slot where the search for a key starts (Fibonacci hashing, Knuth, TAOCP volume 3, 6.4).
  private func home(of key: TokenKey) -> Int {
    Int(truncatingIfNeeded: (UInt64(key.word) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (index.count - 1)
  }
}
