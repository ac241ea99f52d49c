/// A declaration with its place among all declarations.
package struct Declared<Declaration: Sendable>: Sendable {
  /// The position among all declarations, counted from 0.
  package let ordinal: Int
  package let declaration: Declaration
  /// The declaring module, or nil in the registry's own block.
  let module: Any.Type?
  /// The profiles of the declaration, or nil outside of ``When``.
  let condition: ProfileCondition?

  var isInProfile: Bool { condition != nil }

  func map<Other>(_ transform: (Declaration) -> Other) -> Declared<Other> {
    Declared<Other>(
      ordinal: ordinal, declaration: transform(declaration), module: module, condition: condition)
  }
}

/// A token that a route or an adapter provides, and the provider that it had before.
struct Change {
  enum Source {
    case route(Linked.Route)
    case adapter(Declared<Adapter>)
    case decorator(Declared<DecoratorDeclaration>)

    var ordinal: Int { place.ordinal }
    var location: DeclarationLocation { place.declaration }
    var module: Any.Type? { place.module }
    var condition: ProfileCondition? { place.condition }

    /// The place of the declaration, with its location.
    private var place: Declared<DeclarationLocation> {
      switch self {
      case .route(let route): route.map { $0.location }
      case .adapter(let adapter): adapter.map { $0.location }
      case .decorator(let decorator): decorator.map { $0.location }
      }
    }

    /// The route, or nil for an adapter.
    var route: RouteDeclaration? { if case .route(let route) = self { route.declaration } else { nil } }

    /// Whether the declaration has a block of entries, unlike an adapter and `Overrides`.
    var hasEntries: Bool { route.map { $0.overridden == nil } ?? false }

    /// The declaration as source text: `Route(Editor)`.
    var text: String {
      switch self {
      case .route(let route): route.declaration.text
      case .adapter(let adapter): adapter.declaration.text
      case .decorator(let decorator): decorator.declaration.text(decorator.declaration.token.argument)
      }
    }
  }

  let token: TokenDescription
  let source: Source
  /// The provider in the image onto which the declaration was linked, or nil for a new token.
  var replaced: Provider?

  var ordinal: Int { source.ordinal }
  var location: DeclarationLocation { source.location }
}

/// The tokens that linked declarations provide, in order, with an open-addressing index if there are more than eight.
struct Changes {
  /// The first change of each token, in the order of declaration.
  private(set) var first: [Change] = []
  /// The later declarations of a token, each with the first one.
  private(set) var repeated: [(change: Change, first: Change)] = []
  /// The positions in `first`.
  private var positions = PositionTable()

  /// Adds a token that a declaration provides in place of its provider in an image, if any.
  mutating func add(_ token: TokenDescription, _ source: Change.Source, over below: RegistryImage?) {
    let provider = below?.provider(for: token)
    let change = Change(token: token, source: source, replaced: provider?.token == token ? provider : nil)
    if let place = place(of: token) {
      repeated.append((change, first[place]))
      return
    }
    first.append(change)
    positions.append { first[$0].token.hashWord }
  }

  subscript(token: TokenDescription) -> Change? { place(of: token).map { first[$0] } }

  private func place(of token: TokenDescription) -> Int? {
    positions.position(of: token.hashWord) { first[$0].token == token }
  }
}
