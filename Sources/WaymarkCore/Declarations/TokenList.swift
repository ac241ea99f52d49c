/// An entry that lists tokens: ``Requires`` or ``Takes``.
///
/// The tokens can be names of one kind, `Requires(.store, .clock)`, or of several, `Requires(Service(.store),
/// View(.toolbar))`.
@_documentation(visibility: internal)
public protocol TokenList: RouteEntry {
  /// Creates the entry.
  @_documentation(visibility: internal)
  init(listing tokens: ListedTokens)
}

/// The tokens of an entry.
@_documentation(visibility: internal)
public struct ListedTokens: Sendable {
  var tokens: [TokenDescription]
}

extension TokenList {
  /// Creates the entry from tokens of several kinds.
  ///
  /// - Parameter tokens: The tokens. For ``Takes``, they're in the order of the parameters.
  @_disfavoredOverload
  public init(_ tokens: any Routable...) {
    self.init(listing: ListedTokens(tokens: tokens.map { TokenDescription($0) }))
  }

  /// Creates the entry from names of services.
  ///
  /// - Parameter tokens: The tokens. For ``Takes``, they're in the order of the parameters.
  public init<each Requested>(_ tokens: repeat RoutableService<each Requested>) {
    self.init(all: repeat each tokens)
  }

  /// Creates the entry from names of views.
  ///
  /// - Parameters:
  ///   - first: The first token.
  ///   - others: The other tokens.
  public init<First, each Requested>(
    _ first: RoutableView<First>, _ others: repeat RoutableView<each Requested>
  ) {
    self.init(all: first, repeat each others)
  }

  /// Creates the entry from names of collections of services.
  ///
  /// - Parameters:
  ///   - first: The first token.
  ///   - others: The other tokens.
  public init<First, each Requested>(
    _ first: RoutableServices<First>, _ others: repeat RoutableServices<each Requested>
  ) {
    self.init(all: first, repeat each others)
  }

  /// Creates the entry from names of collections of views.
  ///
  /// - Parameters:
  ///   - first: The first token.
  ///   - others: The other tokens.
  public init<First, each Requested>(
    _ first: RoutableViews<First>, _ others: repeat RoutableViews<each Requested>
  ) {
    self.init(all: first, repeat each others)
  }

  private init<each Token: Routable>(all tokens: repeat each Token) {
    var list = ListedTokens(tokens: [])
    repeat list.tokens.append(TokenDescription(each tokens))
    self.init(listing: list)
  }
}

/// An entry with dependencies that neither an initializer's parameters nor `@Routed` show.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Requires(Service<any NoteStore>())
///     } make: { routes in try Editor(store: routes(Service<any NoteStore>())) }
///
/// Compiling the registry then reports a missing dependency, before any use of the route.
public struct Requires: TokenList {
  /// The entry as data.
  @_documentation(visibility: internal)
  public let value: RouteEntryValue

  /// Creates the entry.
  @_documentation(visibility: internal)
  public init(listing tokens: ListedTokens) { value = RouteEntryValue { $0.requirements += tokens.tokens } }
}

/// An entry with tokens for the parameters of a route's initializer, for types with several providers.
///
///     Route(Comparison.init(main:copy:key:clock:)) {
///       Service(.comparison)
///       Takes(.primary, .replica, .apiKey)
///     }
///
/// Each token supplies the next parameter of its type, an optional of it, or a router to it. Waymark resolves
/// parameters of other types by their types as always: here, `clock` needs no token, because its type has one provider.
public struct Takes: TokenList {
  /// The entry as data.
  @_documentation(visibility: internal)
  public let value: RouteEntryValue

  /// Creates the entry.
  @_documentation(visibility: internal)
  public init(listing tokens: ListedTokens) { value = RouteEntryValue(.takes(tokens.tokens)) }
}

/// The tokens of ``Takes``, by the positions of the parameters.
typealias TakenTokens = [TokenDescription?]

extension RouteEntries {
  /// Returns the parameters of an initializer with the tokens of ``Takes``, and these tokens, or nil if there are none.
  func parameters<each Parameter>(
    _ first: RouteParameter, _ others: repeat (each Parameter).Type
  ) -> ([RouteParameter], TakenTokens?) {
    var parameters = [first]
    repeat parameters.append(RouteParameter(each others))
    var hasTokens = false
    for case .takes(let tokens) in values.lazy.map(\.kind) {
      for token in tokens {
        // A rule reports a token without a parameter.
        guard let place = parameters.firstIndex(where: { $0.token == nil && $0.accepts(token) }) else {
          continue
        }
        parameters[place].token = token
        hasTokens = true
      }
    }
    return (parameters, hasTokens ? parameters.map(\.token) : nil)
  }
}

extension RouteParameter {
  /// Returns whether a token can supply the parameter, by its type and, for a router, its role.
  func accepts(_ token: TokenDescription) -> Bool {
    switch form {
    case .destination(let type, _): type == token.type && token.role.isDestination
    case .router(let router, _): router.type == token.type && router.role == token.role
    case .collection(let element, let role, _, let wrapped):
      // An array can also be a service by itself.
      token.role.isCollection
        ? element == token.type && (role == nil || role == token.role)
        : role == nil && (wrapped ?? type) == token.type && token.role.isDestination
    case .scope, .configuration, .open: false
    }
  }
}
