extension Resolver {
  /// Returns a router to a destination, through which to make it later, or several times.
  ///
  ///     Route(Editor.self) {
  ///       View<any EditorInput>()
  ///     } make: { routes in
  ///       let stores = try routes.router(to: Service<any NoteStore>())
  ///       return Editor(store: try stores.makeDestination())
  ///     }
  ///
  /// - Parameter token: The token of what's requested.
  /// - Returns: The router.
  /// - Throws: `unregistered` if nothing provides it.
  public func router<Token: DestinationToken>(
    to token: Token
  ) throws(RouteError) -> DestinationRouter<Token> {
    try DestinationRouter(in: registry)
  }

  /// Returns a router to a destination, through which to make it later, or several times.
  ///
  ///     Route(Editor.self) {
  ///       View<any EditorInput>()
  ///     } make: { routes in
  ///       let stores = try routes.router(to: \.notes)
  ///       return Editor(store: try stores.makeDestination())
  ///     }
  ///
  /// - Parameter token: The name of what's requested in ``Routables``.
  /// - Returns: The router.
  /// - Throws: `unregistered` if nothing provides it.
  public func router<Token: DestinationToken>(
    to token: KeyPath<Routables, Token>
  ) throws(RouteError) -> DestinationRouter<Token> {
    try DestinationRouter(in: registry)
  }
}
