/// The names of tokens, for which code completion after `\.` lists everything that may be requested.
///
///     extension Routables {
///       var clock: RoutableService<any Clock> { declared() }
///       var editor: RoutableView<any EditorInput> { declared() }
///     }
///
/// A name is accepted wherever a token is: `Service(\.clock)` in a route, `@Routed(\.editor)` on a property,
/// `resolver(\.clock)` in a factory, `Router.makeDestination(to: \.editor)` anywhere else.
@dynamicMemberLookup
public struct Routables: Sendable {
  /// Creates the collection of names, which has no state.
  public init() {}

  /// Returns the token of a property of `Routables`, which declares the property's type routable.
  ///
  /// - Returns: The token of the property's type.
  public func declared<Token: Routable>() -> Token { Token(declaredProtocol: Token.Requested.self) }
}
