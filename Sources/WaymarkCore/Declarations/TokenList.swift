/// An entry that lists tokens: ``Requires`` or ``Takes``.
///
/// The tokens may be names of one kind, `Requires(.store, .clock)`, or of several,
/// `Requires(Service(.store), View(.toolbar))`.
@_documentation(visibility: internal)
public protocol TokenList: PlainEntry {
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
