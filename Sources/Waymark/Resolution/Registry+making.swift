extension Registry {
  /// Returns the view, creating it if needed.
  ///
  ///     let editor = try registry.makeDestination(to: RoutableView<any EditorInput>())
  ///
  /// - Parameter token: The token of what's requested.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  @inlinable
  @MainActor
  public func makeDestination<Requested>(
    to token: RoutableView<Requested>
  ) throws(RouteError) -> Requested {
    try make(Requested.self, .view, nil)
  }

  /// Returns the view, creating it if needed, after the caller has prepared it.
  ///
  ///     let editor = try registry.makeDestination(to: RoutableView<any EditorInput>()) { $0.title = "New" }
  ///
  /// - Parameters:
  ///   - token: The token of what's requested.
  ///   - preparing: Prepares the view before its route does.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  @MainActor
  public func makeDestination<Requested>(
    to token: RoutableView<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try withPreparation(preparing) { (preparing) throws(RouteError) in
      try make(Requested.self, .view, preparing)
    }
  }

  /// Returns the view, creating it if needed.
  ///
  ///     let editor = try registry.makeDestination(to: \.editor)
  ///
  /// - Parameter token: The name of what's requested in ``Routables``.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  @inlinable
  @MainActor
  public func makeDestination<Requested>(
    to token: KeyPath<Routables, RoutableView<Requested>>
  ) throws(RouteError) -> Requested {
    try make(Requested.self, .view, nil)
  }

  /// Returns the view, creating it if needed, after the caller has prepared it.
  ///
  ///     let editor = try registry.makeDestination(to: \.editor) { $0.title = "New" }
  ///
  /// - Parameters:
  ///   - token: The name of what's requested in ``Routables``.
  ///   - preparing: Prepares the view before its route does.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  @MainActor
  public func makeDestination<Requested>(
    to token: KeyPath<Routables, RoutableView<Requested>>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try withPreparation(preparing) { (preparing) throws(RouteError) in
      try make(Requested.self, .view, preparing)
    }
  }

  /// Returns the service, creating it if needed.
  ///
  ///     let store = try registry.makeDestination(to: RoutableService<any NoteStore>())
  ///
  /// - Parameter token: The token of what's requested.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  @inlinable
  public func makeDestination<Requested>(
    to token: RoutableService<Requested>
  ) throws(RouteError) -> Requested {
    try make(Requested.self, .service, nil)
  }

  /// Returns the service, creating it if needed, after the caller has prepared it.
  ///
  ///     let store = try registry.makeDestination(to: RoutableService<any NoteStore>()) { $0.name = "archive" }
  ///
  /// - Parameters:
  ///   - token: The token of what's requested.
  ///   - preparing: Prepares the service before its route does.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  public func makeDestination<Requested>(
    to token: RoutableService<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try withPreparation(preparing) { (preparing) throws(RouteError) in
      try make(Requested.self, .service, preparing)
    }
  }

  /// Returns the service, creating it if needed.
  ///
  ///     let store = try registry.makeDestination(to: \.notes)
  ///
  /// - Parameter token: The name of what's requested in ``Routables``.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  @inlinable
  public func makeDestination<Requested>(
    to token: KeyPath<Routables, RoutableService<Requested>>
  ) throws(RouteError) -> Requested {
    try make(Requested.self, .service, nil)
  }

  /// Returns the service, creating it if needed, after the caller has prepared it.
  ///
  ///     let store = try registry.makeDestination(to: \.notes) { $0.name = "archive" }
  ///
  /// - Parameters:
  ///   - token: The name of what's requested in ``Routables``.
  ///   - preparing: Prepares the service before its route does.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  public func makeDestination<Requested>(
    to token: KeyPath<Routables, RoutableService<Requested>>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try withPreparation(preparing) { (preparing) throws(RouteError) in
      try make(Requested.self, .service, preparing)
    }
  }
}
