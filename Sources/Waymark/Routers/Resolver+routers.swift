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
  public func router<Requested>(
    to token: RoutableService<Requested>
  ) throws(RouteError) -> DestinationServiceRouter<Requested> {
    try DestinationRouter(to: token, in: registry)
  }

  /// Returns a router to a view, which makes it later.
  ///
  /// - Parameter token: The token of the view, usually its name.
  /// - Returns: The router.
  /// - Throws: `unregistered` if nothing provides the view.
  public func router<Requested>(
    to token: RoutableView<Requested>
  ) throws(RouteError) -> DestinationViewRouter<Requested> {
    try DestinationRouter(to: token, in: registry)
  }
}
