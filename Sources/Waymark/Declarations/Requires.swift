/// An entry that declares dependencies that neither an initializer's parameters nor `@Routed` show.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Requires(Service<any NoteStore>())
///     } make: { routes in try Editor(store: routes(Service<any NoteStore>())) }
///
/// A missing dependency is then reported when the registry is compiled, not when the route is used.
public struct Requires: Sendable {
  let tokens: [TokenDescription]

  /// Creates the entry.
  ///
  /// - Parameter tokens: The tokens that the route requests.
  @_disfavoredOverload
  public init(_ tokens: any Routable...) { self.tokens = tokens.map { TokenDescription(of: $0) } }

  /// Creates the entry from names of services.
  ///
  /// - Parameter tokens: The services that the route requests.
  public init<each Requested>(_ tokens: repeat RoutableService<each Requested>) {
    var list: [TokenDescription] = []
    repeat list.append(TokenDescription(each tokens))
    self.tokens = list
  }

  /// Creates the entry from names of views.
  ///
  /// - Parameters:
  ///   - first: The first token.
  ///   - others: The other tokens.
  public init<First, each Requested>(
    _ first: RoutableView<First>, _ others: repeat RoutableView<each Requested>
  ) {
    var list = [TokenDescription(first)]
    repeat list.append(TokenDescription(each others))
    tokens = list
  }

  /// Creates the entry from names of collections of services.
  ///
  /// - Parameters:
  ///   - first: The first token.
  ///   - others: The other tokens.
  public init<First, each Requested>(
    _ first: RoutableServices<First>, _ others: repeat RoutableServices<each Requested>
  ) {
    var list = [TokenDescription(first)]
    repeat list.append(TokenDescription(each others))
    tokens = list
  }

  /// Creates the entry from names of collections of views.
  ///
  /// - Parameters:
  ///   - first: The first token.
  ///   - others: The other tokens.
  public init<First, each Requested>(
    _ first: RoutableViews<First>, _ others: repeat RoutableViews<each Requested>
  ) {
    var list = [TokenDescription(first)]
    repeat list.append(TokenDescription(each others))
    tokens = list
  }
}
