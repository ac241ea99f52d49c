public import WaymarkRuntime

/// A declaration that wraps whatever provides a token.
///
///     Decorates(.notes) { CachedNotes(inner: $0) }
///     Decorates(.notes, with: CachedNotes.init(inner:clock:))
///
/// The first parameter is what's decorated, and the others are dependencies, resolved by their types as those of a
/// route's initializer. Several decorators of one token are applied in the order of their declaration; the last is the
/// outermost. What's kept is wrapped once, as long as it's kept. An override of the token replaces what's inside, and
/// the decorators stay, except those of earlier overrides. Requests by identifier or URL return the destination of the route itself.
public struct Decorates: RoutesElement, Sendable {
  let declaration: DecoratorDeclaration

  @usableFromInline
  init(_ declaration: DecoratorDeclaration) { self.declaration = declaration }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(.decorator(declaration)) }
}

// MARK: - Services

extension Decorates {

  /// Wraps a service with a closure.
  ///
  ///     Decorates(Service<any NoteStore>()) { CachedNotes(inner: $0) }
  ///
  /// The type is `Sendable`, because threads share the wrapper of a service that's kept.
  ///
  /// - Parameters:
  ///   - token: The token of what's decorated.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - decorate: Returns the service wrapped in another one.
  @inlinable
  public init<Requested>(
    _ token: RoutableService<Requested>, fileID: StaticString = #fileID, line: Int = #line,
    _ decorate: @escaping @Sendable (Requested) throws -> Requested
  ) where Requested: Sendable {
    self.init(
      DecoratorDeclaration(
        DeclarationLocation(fileID: fileID, line: line), Requested.self, TokenDescription(token)
      ) {
        inner, _ in
        try decorate(inner)
      })
  }

  /// Wraps a service with an initializer whose other parameters are dependencies.
  ///
  ///     Decorates(Service<any NoteStore>(), with: CachedNotes.init(inner:clock:))
  ///
  /// The type is `Sendable`, because threads share the wrapper of a service that's kept.
  ///
  /// - Parameters:
  ///   - token: The token of what's decorated.
  ///   - initializer: An initializer, or any function that returns the service wrapped in another one. The first
  ///     parameter is what's decorated.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @inlinable
  public init<Requested, each Parameter>(
    _ token: RoutableService<Requested>,
    with initializer: @escaping @Sendable (Requested, repeat each Parameter) throws -> Requested,
    fileID: StaticString = #fileID, line: Int = #line
  ) where Requested: Sendable {
    var parameters: [RouteParameter] = []
    repeat parameters.append(RouteParameter((each Parameter).self))
    self.init(
      DecoratorDeclaration(
        DeclarationLocation(fileID: fileID, line: line), Requested.self, TokenDescription(token),
        { inner, registry in
          let resolver = Resolver(registry: registry)
          return try initializer(inner, repeat try resolver.argument((each Parameter).self, for: .service))
        }, parameters: parameters))
  }
}

// MARK: - Views

extension Decorates {

  /// Wraps a view with a closure.
  ///
  ///     Decorates(View<any EditorInput>()) { FramedEditor($0) }
  ///
  /// The closure runs on the main actor.
  ///
  /// - Parameters:
  ///   - token: The token of what's decorated.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - decorate: Returns the view wrapped in another one.
  @inlinable
  @preconcurrency
  public init<Requested>(
    _ token: RoutableView<Requested>, fileID: StaticString = #fileID, line: Int = #line,
    _ decorate: @escaping @MainActor (Requested) throws -> Requested
  ) {
    // Called only from main-actor entry points, as all closures of a view's route are.
    let decorate = MainActorErasure.erase(decorate)
    self.init(
      DecoratorDeclaration(
        DeclarationLocation(fileID: fileID, line: line), Requested.self, TokenDescription(token)
      ) {
        inner, _ in
        try decorate(inner)
      })
  }

  /// Wraps a view with an initializer whose other parameters are dependencies.
  ///
  ///     Decorates(View<any EditorInput>(), with: FramedEditor.init(_:theme:))
  ///
  /// The initializer runs on the main actor.
  ///
  /// - Parameters:
  ///   - token: The token of what's decorated.
  ///   - initializer: An initializer, or any function that returns the view wrapped in another one. The first
  ///     parameter is what's decorated.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public init<Requested, each Parameter>(
    _ token: RoutableView<Requested>,
    with initializer: @escaping @MainActor (Requested, repeat each Parameter) throws -> Requested,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    var parameters: [RouteParameter] = []
    repeat parameters.append(RouteParameter((each Parameter).self))
    let decorate: @MainActor (Requested, Registry) throws -> Requested = { inner, registry in
      let resolver = Resolver(registry: registry)
      return try initializer(inner, repeat try resolver.argument((each Parameter).self, for: .view))
    }
    // As above.
    self.init(
      DecoratorDeclaration(
        DeclarationLocation(fileID: fileID, line: line), Requested.self, TokenDescription(token),
        MainActorErasure.erase(decorate),
        parameters: parameters))
  }
}
