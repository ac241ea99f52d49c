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

    /// Whether the declaration has a block of entries, unlike an adapter and `Overrides`.
    var hasEntries: Bool {
      if case .route(let route) = source { route.declaration.overridden == nil } else { false }
    }
  }

  /// The first provision of each token, in the order of declaration.
  private(set) var first = InlineList<Provision>()
  /// The later provisions of a token, each with the position of the first provision.
  private(set) var repeated: [(provision: Provision, first: Int)] = []
  /// The positions in `first` by the words of the keys.
  private var positions = PositionTable()

  mutating func add(_ token: TokenDescription, _ source: Provision.Source) {
    let provision = Provision(token: token, source: source)
    if let place = place(of: token.key) {
      repeated.append((provision, place))
      return
    }
    first.append(provision)
    positions.append { first[$0].token.key.word }
  }

  @inline(never)
  subscript(key: TokenKey) -> Provision? { place(of: key).map { first[$0] } }

  private func place(of key: TokenKey) -> Int? {
    positions.position(of: key.word) { first[$0].token.key.word }
  }
}
