public import WaymarkRuntime

/// A function that wraps what provides a token.
@usableFromInline
struct DecorateFunction<Requested>: Sendable {
  @usableFromInline let call: @Sendable (__owned Requested, Registry) throws -> Requested

  @inlinable
  init(_ call: @escaping @Sendable (__owned Requested, Registry) throws -> Requested) { self.call = call }
}

/// A function that joins the making of what's decorated with the decorator.
///
/// It's specialized in the user's module, as a `JoinFunction` is.
@usableFromInline
typealias JoinDecorator = @Sendable (_ inner: @escaping DirectFunction) -> DirectFunction

/// The data of a declared decorator.
@usableFromInline
final class DecoratorDeclaration: Sendable {
  let location: DeclarationLocation
  /// The token whose provider is wrapped.
  let token: TokenDescription
  /// The closure or initializer, a `DecorateFunction`.
  let decorate: ErasedFunction
  let join: JoinDecorator
  /// The parameters after the first one, which is what's decorated.
  let parameters: [RouteParameter]

  @usableFromInline
  init(
    _ location: DeclarationLocation, _ token: TokenDescription, _ decorate: ErasedFunction,
    _ join: @escaping JoinDecorator, _ parameters: [RouteParameter]
  ) {
    self.location = location
    self.token = token
    self.decorate = decorate
    self.join = join
    self.parameters = parameters
  }

  @inlinable
  convenience init<Requested>(
    _ location: DeclarationLocation, _ type: Requested.Type, _ token: TokenDescription,
    _ decorate: @escaping @Sendable (__owned Requested, Registry) throws -> Requested,
    parameters: [RouteParameter] = []
  ) {
    let function = DecorateFunction(decorate)
    self.init(
      location, token, ErasedFunction(function),
      { inner in
        { registry, result in
          var inside = InlineValue()
          try inner(registry, &inside)
          do {
            // What's decorated is made by a provider of the same token, as its requested type.
            result.initialize(to: try function.call(inside.take(as: Requested.self), registry))
          } catch {
            throw DecorationFailure(underlying: error)
          }
        }
      }, parameters)
  }

  /// Returns the same decorator of another token.
  func decorating(_ token: TokenDescription) -> DecoratorDeclaration {
    token == self.token ? self : DecoratorDeclaration(location, token, decorate, join, parameters)
  }

  /// Returns the declaration of the decorator as a route that depends on the one that it decorates, for rules.
  ///
  /// - Parameter target: The route that makes what's decorated, whose lifetime the result has.
  func route(around target: RouteDeclaration) -> RouteDeclaration {
    var entries = [RouteEntryValue(.feature(DecoratorMark(token: token)))]
    entries += target.lifetimes.map { RouteEntryValue(.lifetime($0)) }
    entries += target.scopes.map { RouteEntryValue(.scope($0)) }
    return RouteDeclaration(
      target.kind, token.type, InlineList(entries), target.factory.withoutPreparation, location,
      parameters: [.configuration(token.type)] + parameters, isOpen: false)
  }
}

/// The mark of a route that stands for a decorator in the graph of dependencies.
struct DecoratorMark: FeatureEntry {
  /// The token that's decorated.
  let token: TokenDescription
}

extension RouteDeclaration {
  /// The token that's decorated, if this stands for a decorator.
  var decorated: TokenDescription? { features(DecoratorMark.self).first?.token }
}

extension Factory {
  /// The factory as that of a declaration that's only examined.
  fileprivate var withoutPreparation: Factory { Factory(make: make, prepare: nil) }
}

/// An error of a decorator, distinguished from one of what it decorates if both run as one function.
@usableFromInline
struct DecorationFailure: Error {
  @usableFromInline let underlying: any Error

  @inlinable
  init(underlying: any Error) { self.underlying = underlying }
}
