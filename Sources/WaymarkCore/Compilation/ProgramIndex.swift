/// The decorators and contributions of a program by token, found on first use, because many rules look them up.
struct ProgramIndex {
  typealias Decorator = (declaration: DecoratorDeclaration, ordinal: Int?)

  /// The routes that contribute to a collection.
  final class Contributors {
    let all: [RouteDeclaration]
    private(set) lazy var keyed = keys.indices.filter { keys[$0] != nil }.map { all[$0] }
    private let keys: [String?]
    private lazy var identities = Set(all.map { ObjectIdentifier($0) })

    fileprivate init(_ contributions: [(route: RouteDeclaration, key: String?)]) {
      all = contributions.map(\.route)
      keys = contributions.map(\.key)
    }

    func contains(_ route: RouteDeclaration) -> Bool { identities.contains(ObjectIdentifier(route)) }
  }

  /// The decorators that the program declares.
  private var own: [TokenKey: [Program.DeclaredDecorator]]?
  /// The decorators of the program and its base, by the tokens of earlier look-ups.
  private var decorators: [TokenKey: [Decorator]] = [:]
  /// The positions of the collections that the program changes.
  private var positions: [TokenKey: Int]?
  private var contributors: [TokenKey: Contributors] = [:]

  fileprivate mutating func decorators(of key: TokenKey, _ program: Program) -> [Decorator] {
    if let known = decorators[key] { return known }
    let own = self.own ?? Dictionary(grouping: program.decorators) { $0.declaration.token.key }
    self.own = own
    let inherited =
      program.base?.layer.decorators(of: key, replacingOverrides: program.replacesOverrides(of: key)) ?? []
    let all: [Decorator] =
      inherited.map { ($0.declaration, nil) } + (own[key] ?? []).map { ($0.declaration, $0.ordinal) }
    decorators[key] = all
    return all
  }

  fileprivate mutating func contributors(to key: TokenKey, _ program: Program) -> Contributors? {
    if let known = contributors[key] { return known }
    let positions =
      self.positions
      ?? Dictionary(
        program.collections.enumerated().map { ($1.token.key, $0) }, uniquingKeysWith: { first, _ in first })
    self.positions = positions
    let found: Contributors
    if let position = positions[key] {
      found = Contributors(program.collections[position].elements.map { ($0.route, $0.key) })
    } else if let collection = program.base?.layer.collection(for: key) {
      found = Contributors(collection.members.map { ($0.provider.route.declaration, $0.key) })
    } else {
      return nil
    }
    contributors[key] = found
    return found
  }
}

extension Program {
  /// Returns the routes that contribute to a collection, in order, or only the ones with a key.
  @inline(never)
  func contributors(to key: TokenKey, areKeyed: Bool = false) -> [RouteDeclaration] {
    guard let contributors = contributors(of: key) else { return [] }
    return areKeyed ? contributors.keyed : contributors.all
  }

  /// Returns whether a route contributes to a collection.
  func contributes(_ route: RouteDeclaration, to key: TokenKey) -> Bool {
    contributors(of: key)?.contains(route) ?? false
  }

  private func contributors(of key: TokenKey) -> ProgramIndex.Contributors? {
    collections.isEmpty && base == nil ? nil : index.contributors(to: key, self)
  }

  /// Returns the decorators of a token, innermost first, with an ordinal unless the base declares them.
  func decorators(of key: TokenKey) -> [ProgramIndex.Decorator] {
    guard !decorators.isEmpty || base?.layer.hasDecorators ?? false else { return [] }
    return index.decorators(of: key, self)
  }

  /// Returns whether this program replaces a token's provider and with it the decorators of earlier overrides.
  fileprivate func replacesOverrides(of key: TokenKey) -> Bool {
    mode == .overriding && provisions[key] != nil
  }

  func isDecorated(_ key: TokenKey) -> Bool { !decorators(of: key).isEmpty }
}
