/// The meaning of a route that no ``Route`` declares.
enum RouteMark: FeatureEntry {
  /// The route replaces the token, as ``Overrides`` declares.
  case override(TokenDescription)
  /// The route provides the array of the collection.
  case collection(TokenDescription)
  /// The route takes the place of an isolated module's missing dependency.
  case unimplemented(TokenDescription)
  /// The route represents a decorator of the token in the graph of dependencies, around another route.
  case decorator(TokenDescription, text: String, target: RouteDeclaration)
}

extension RouteDeclaration {
  private var mark: RouteMark? { features(RouteMark.self).first }

  /// The token that ``Overrides`` replaces, if it declares the route.
  var overridden: TokenDescription? { if case .override(let token) = mark { token } else { nil } }

  /// The token of the collection that the route provides as an array, or nil for a user's route.
  package var collection: TokenDescription? { if case .collection(let token) = mark { token } else { nil } }

  /// The token of a route in place of an isolated module's missing dependency, or nil for a user's route.
  var unimplementedToken: TokenDescription? {
    if case .unimplemented(let token) = mark { token } else { nil }
  }

  /// The decorator that the route represents, if it represents one, with its text in messages and the decorated route.
  var decorator: (token: TokenDescription, text: String, target: RouteDeclaration)? {
    if case .decorator(let token, let text, let target) = mark { (token, text, target) } else { nil }
  }

  /// The decorated token, if the route represents a decorator.
  var decorated: TokenDescription? { decorator?.token }

  /// The declaration with the entries that decide about this one: a decorator has the entries of its route.
  var entriesOwner: RouteDeclaration { decorator?.target ?? self }
}

extension RouteDeclaration {
  /// Creates a route that no ``Route`` declares, for requests of the result of a function.
  convenience init<Requested>(
    _ token: TokenDescription, _ mark: RouteMark, lifetimes: [Lifetime] = [],
    _ location: DeclarationLocation, _ make: MakeFunction<Requested>
  ) {
    let binding = RouteEntryValue(.binding(Binding(token) { (requested: Requested) in requested }))
    let entry = RouteEntryValue { entries in
      entries.lifetimes = lifetimes
      entries.features = [mark]
    }
    let factory = Factory(make, prepare: nil)
    self.init(token.role.kind, Requested.self, InlineList([binding, entry]), factory, location)
  }
}
