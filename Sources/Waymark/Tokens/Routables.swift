/// Names for tokens: code completion after `\.` lists everything that may be asked for.
///
///     extension Routables {
///       var clock: RoutableService<any Clock> { declared() }
///       var editor: RoutableView<any EditorInput> { declared() }
///     }
///
/// A name is accepted wherever a token is: `Service(\.clock)` in a route, `@Routed(\.editor)` on a property,
/// `resolver(\.clock)` in a factory, `Router.makeDestination(to: \.editor)` anywhere else.
public struct Routables: Sendable {
  /// Creates the collection of names; there's no state in it.
  public init() {}

  /// Declares the token that a property of `Routables` names.
  ///
  /// - Returns: The token of the property's type.
  public func declared<Token: Routable>() -> Token { Token(declaredProtocol: Token.Requested.self) }
}
