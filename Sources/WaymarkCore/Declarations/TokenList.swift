/// An entry that lists tokens: ``Requires`` or ``Takes``.
///
/// The tokens may be names of one kind, `Requires(.store, .clock)`, or of several,
/// `Requires(Service(.store), View(.toolbar))`.
@_documentation(visibility: internal)
public protocol TokenList: RouteEntry {
  /// Creates the entry.
  @_documentation(visibility: internal)
  init(listing tokens: ListedTokens)
}

/// The tokens of an entry that lists some.
@_documentation(visibility: internal)
public struct ListedTokens: Sendable {
  var tokens: [TokenDescription]
}

extension TokenList {
  /// Creates the entry from tokens of several kinds.
  ///
  /// - Parameter tokens: The tokens. ``Takes`` supplies them in the order of the parameters.
  @_disfavoredOverload
  public init(_ tokens: any Routable...) {
    self.init(listing: ListedTokens(tokens: tokens.map { TokenDescription(of: $0) }))
  }

  /// Creates the entry from names of services.
  ///
  /// - Parameter tokens: The tokens. ``Takes`` supplies them in the order of the parameters.
  public init<each Requested>(_ tokens: repeat RoutableService<each Requested>) {
    var list = ListedTokens(tokens: [])
    repeat list.tokens.append(TokenDescription(each tokens))
    self.init(listing: list)
  }

  /// Creates the entry from names of views.
  ///
  /// - Parameters:
  ///   - first: The first token.
  ///   - others: The other tokens.
  public init<First, each Requested>(
    _ first: RoutableView<First>, _ others: repeat RoutableView<each Requested>
  ) {
    var list = ListedTokens(tokens: [TokenDescription(first)])
    repeat list.tokens.append(TokenDescription(each others))
    self.init(listing: list)
  }

  /// Creates the entry from names of collections of services.
  ///
  /// - Parameters:
  ///   - first: The first token.
  ///   - others: The other tokens.
  public init<First, each Requested>(
    _ first: RoutableServices<First>, _ others: repeat RoutableServices<each Requested>
  ) {
    var list = ListedTokens(tokens: [TokenDescription(first)])
    repeat list.tokens.append(TokenDescription(each others))
    self.init(listing: list)
  }

  /// Creates the entry from names of collections of views.
  ///
  /// - Parameters:
  ///   - first: The first token.
  ///   - others: The other tokens.
  public init<First, each Requested>(
    _ first: RoutableViews<First>, _ others: repeat RoutableViews<each Requested>
  ) {
    var list = ListedTokens(tokens: [TokenDescription(first)])
    repeat list.tokens.append(TokenDescription(each others))
    self.init(listing: list)
  }
}

/// An entry that declares dependencies that neither an initializer's parameters nor `@Routed` show.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Requires(Service<any NoteStore>())
///     } make: { routes in try Editor(store: routes(Service<any NoteStore>())) }
///
/// A missing dependency is then reported when the registry is compiled, not when the route is used.
public struct Requires: TokenList {
  /// The entry as data.
  @_documentation(visibility: internal)
  public let value: RouteEntryValue

  /// Creates the entry.
  @_documentation(visibility: internal)
  public init(listing tokens: ListedTokens) { value = RouteEntryValue(.requires(tokens.tokens)) }
}

/// An entry that supplies tokens to the parameters of a route's initializer for which their type isn't enough.
///
///     Route(Comparison.init(main:copy:key:clock:)) {
///       Service(.comparison)
///       Takes(.primary, .replica, .apiKey)
///     }
///
/// Each token supplies the next parameter of its type, an optional of it, or a router to it. Parameters of other types are
/// resolved by their types as always: here, `clock` needs no token, because its type has one provider.
public struct Takes: TokenList {
  /// The entry as data.
  @_documentation(visibility: internal)
  public let value: RouteEntryValue

  /// Creates the entry.
  @_documentation(visibility: internal)
  public init(listing tokens: ListedTokens) { value = RouteEntryValue(.takes(tokens.tokens)) }
}

/// The tokens that ``Takes`` supplies, by the positions of the parameters.
final class TakenTokens: Sendable {
  let tokens: [TokenDescription?]

  private init(_ tokens: [TokenDescription?]) { self.tokens = tokens }

  /// Returns the tokens that a route's entries supply; nil if no entry does, as in most routes.
  ///
  /// - Parameters:
  ///   - entries: The entries of the route.
  ///   - parameters: The parameters of the route's initializer, which get their tokens.
  static func supplied(
    by entries: InlineList<RouteEntryValue>, to parameters: inout [RouteParameter]
  ) -> TakenTokens? {
    var hasTokens = false
    for case .takes(let tokens) in entries.lazy.map(\.kind) {
      for token in tokens {
        // A token without a parameter is reported by a rule.
        guard let place = parameters.firstIndex(where: { $0.token == nil && $0.accepts(token) }) else {
          continue
        }
        parameters[place].token = token
        hasTokens = true
      }
    }
    return hasTokens ? TakenTokens(parameters.map(\.token)) : nil
  }
}

extension RouteParameter {
  /// Returns whether a token can supply the parameter: its type is the token's, and so is the role of a router.
  func accepts(_ token: TokenDescription) -> Bool {
    switch form {
    case .destination(let type, _): type == token.type && !token.role.isModule && !token.role.isCollection
    case .router(let router, _): router.type == token.type && router.role == token.role
    case .collection(let element, let role, _):
      element == token.type && token.role.isCollection && (role == nil || role == token.role)
    case .scope, .configuration, .open: false
    }
  }
}
