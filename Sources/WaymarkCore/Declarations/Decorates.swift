import WaymarkRuntime

/// A declaration that wraps the destination of a token.
///
///     Decorates(.notes) { CachedNotes(inner: $0) }
///     Decorates(.notes, with: CachedNotes.init(inner:clock:))
///
/// The decorator's first parameter is the destination, and the others are dependencies that Waymark resolves by type,
/// as for a route's initializer. Decorators of one token apply in the order of their declaration, and the last is the
/// outermost. Waymark wraps a singleton or scoped instance once. If an override replaces the destination, the
/// decorators still apply, except decorators of earlier overrides. Requests by identifier or URL return the destination
/// of the route itself.
public struct Decorates: RoutesElement, Sendable {
  let declaration: DecoratorDeclaration

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(.decorator(declaration)) }

  // MARK: - Services

  /// Wraps a service with a closure.
  ///
  ///     Decorates(Service<any NoteStore>()) { CachedNotes(inner: $0) }
  ///
  /// The type is `Sendable`, because threads share the wrapper of a kept service.
  ///
  /// - Parameters:
  ///   - token: The token to decorate.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - decorate: Returns the service wrapped in another one.
  public init<Requested>(
    _ token: RoutableService<Requested>, fileID: StaticString = #fileID, line: Int = #line,
    _ decorate: @escaping @Sendable (Requested) throws -> Requested
  ) where Requested: Sendable {
    declaration = DecoratorDeclaration(
      DeclarationLocation(fileID: fileID, line: line), TokenDescription(token)
    ) { (inner: Requested, _) in try decorate(inner) }
  }

  /// Wraps a service with an initializer that also takes dependencies.
  ///
  ///     Decorates(Service<any NoteStore>(), with: CachedNotes.init(inner:clock:))
  ///
  /// The type is `Sendable`, because threads share the wrapper of a kept service.
  ///
  /// - Parameters:
  ///   - token: The token to decorate.
  ///   - initializer: An initializer, or any function that wraps the service, its first parameter.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  public init<Requested, each Parameter>(
    _ token: RoutableService<Requested>,
    with initializer: @escaping @Sendable (Requested, repeat each Parameter) throws -> Requested,
    fileID: StaticString = #fileID, line: Int = #line
  ) where Requested: Sendable {
    var parameters: [RouteParameter] = []
    repeat parameters.append(RouteParameter((each Parameter).self))
    declaration = DecoratorDeclaration(
      DeclarationLocation(fileID: fileID, line: line), TokenDescription(token), parameters: parameters
    ) { (inner: Requested, registry) in
      let resolver = Resolver(registry: registry)
      return try initializer(
        inner, repeat try resolver.argument((each Parameter).self, for: .service, as: nil))
    }
  }

  // MARK: - Views

  /// Wraps a view with a closure on the main actor.
  ///
  ///     Decorates(View<any EditorInput>()) { FramedEditor($0) }
  ///
  /// - Parameters:
  ///   - token: The token to decorate.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - decorate: Returns the view wrapped in another one.
  public init<Requested>(
    _ token: RoutableView<Requested>, fileID: StaticString = #fileID, line: Int = #line,
    _ decorate: @escaping @MainActor (Requested) throws -> Requested
  ) {
    // Only main-actor entry points call it, like all closures of a view's route.
    let decorate = MainActorErasure.erase(decorate)
    declaration = DecoratorDeclaration(
      DeclarationLocation(fileID: fileID, line: line), TokenDescription(token)
    ) { (inner: Requested, _) in try decorate(inner) }
  }

  /// Wraps a view with an initializer, on the main actor, that also takes dependencies.
  ///
  ///     Decorates(View<any EditorInput>(), with: FramedEditor.init(_:theme:))
  ///
  /// - Parameters:
  ///   - token: The token to decorate.
  ///   - initializer: An initializer, or any function that wraps the view, its first parameter.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  public init<Requested, each Parameter>(
    _ token: RoutableView<Requested>,
    with initializer: @escaping @MainActor (Requested, repeat each Parameter) throws -> Requested,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    var parameters: [RouteParameter] = []
    repeat parameters.append(RouteParameter((each Parameter).self))
    let decorate: @MainActor (Requested, Registry) throws -> Requested = { inner, registry in
      let resolver = Resolver(registry: registry)
      return try initializer(inner, repeat try resolver.argument((each Parameter).self, for: .view, as: nil))
    }
    // As above.
    declaration = DecoratorDeclaration(
      DeclarationLocation(fileID: fileID, line: line), TokenDescription(token), parameters: parameters,
      MainActorErasure.erase(decorate))
  }
}

/// A function that wraps a destination.
struct DecorateFunction<Requested>: Sendable {
  let call: @Sendable (__owned Requested, Registry) throws -> Requested
}

/// The data of a declared decorator.
package struct DecoratorDeclaration: Sendable {
  let location: DeclarationLocation
  package private(set) var token: TokenDescription
  let decorate: ErasedFunction
  /// The parameters after the first one, the destination to wrap.
  package let parameters: [RouteParameter]
  /// The part that ``Overrides`` changes; nil in ``Decorates``.
  let overridden: OverriddenPart?

  init<Requested>(
    _ location: DeclarationLocation, _ token: TokenDescription, parameters: [RouteParameter] = [],
    overrides overridden: OverriddenPart? = nil,
    _ decorate: @escaping @Sendable (__owned Requested, Registry) throws -> Requested
  ) {
    self.location = location
    self.token = token
    self.decorate = ErasedFunction(DecorateFunction(call: decorate))
    self.parameters = parameters
    self.overridden = overridden
  }

  func decorating(_ token: TokenDescription) -> DecoratorDeclaration {
    var decorator = self
    decorator.token = token
    return decorator
  }

  /// Returns the declaration in messages, with the token as it's written there.
  func text(_ token: String) -> String {
    switch overridden {
    case .member(let member, _): "Overrides(\(token), \(member))"
    case .any: "Overrides(\(token))"
    case nil: "Decorates(\(token))"
    }
  }

  /// The declaration with the description of its token.
  var description: String { text(overridden == nil ? token.description : token.argument) }

  /// Returns the decorator as a route that depends on the decorated one and has its lifetime, for rules.
  package func route(around target: RouteDeclaration) -> RouteDeclaration {
    let mark = RouteMark.decorator(token, text: text(token.argument), target: target)
    let entry = RouteEntryValue { entries in
      entries.features = [mark]
      entries.lifetimes = target.lifetimes
      entries.scopes = target.scopes
    }
    return RouteDeclaration(
      target.kind, token.type, InlineList(entry), Factory(onlyMaking: target.factory.make), location,
      parameters: [RouteParameter(token.type, .configuration)] + parameters)
  }
}
