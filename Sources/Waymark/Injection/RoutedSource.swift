/// How a wrapper gets its value from a registry: the forms that a declared type can have.
struct RoutedSource<Value> {
  /// What is asked for.
  let token: TokenDescription
  /// Gets the value; nil where an optional has nothing to be made of.
  let resolve: (Registry) throws(RouteError) -> Value?
  /// What the property is where there is no value; nil where it must have one.
  let absent: Value?
}

extension RoutedSource {
  /// A destination.
  static func destination<Token: Routable>(of _: Token.Type) -> Self where Token.Requested == Value {
    Self(
      token: TokenDescription(Token.self),
      resolve: { registry throws(RouteError) in try make(Token.self, in: registry) }, absent: nil)
  }

  /// A destination, or nil.
  static func optional<Token: Routable>(of _: Token.Type) -> Self where Value == Token.Requested? {
    Self(
      token: TokenDescription(Token.self),
      resolve: { registry throws(RouteError) in
        registry.provider(for: Token.key) == nil ? .none : .some(.some(try make(Token.self, in: registry)))
      }, absent: .some(.none))
  }

  /// A router to a destination.
  static func router<Token: Routable>(of _: Token.Type) -> Self where Value == DestinationRouter<Token> {
    Self(
      token: TokenDescription(Token.self),
      resolve: { registry throws(RouteError) in try DestinationRouter(in: registry) }, absent: nil)
  }

  /// A router to a configuration.
  static func module<Token: Routable>(of _: Token.Type) -> Self where Value == ModuleRouter<Token> {
    Self(
      token: TokenDescription(Token.self),
      resolve: { registry throws(RouteError) in try ModuleRouter(in: registry) }, absent: nil)
  }

  /// Makes the destination, or gets the one that is kept.
  private static func make<Token: Routable>(
    _: Token.Type, in registry: Registry
  ) throws(RouteError) -> Token.Requested {
    // A wrapper of a view is not `Sendable` and was created on the main actor, so that it is read there. The
    // check costs once for each wrapper, and turns a cast that broke the rule into a stop, not a race.
    if Token.role == .view { MainActor.preconditionIsolated("a view is injected on the main actor") }
    return try registry.make(Token.Requested.self, Token.role, nil)
  }
}
