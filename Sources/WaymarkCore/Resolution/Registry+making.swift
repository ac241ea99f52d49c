extension Registry {
  /// Returns the service, creating it if needed.
  ///
  ///     let store = try registry(.notes)
  ///
  /// - Parameter token: The token of the service, usually its name.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  @inlinable
  @inline(__always)
  public func callAsFunction<Requested>(
    _ token: RoutableService<Requested>
  ) throws(RouteError) -> Requested {
    try makeInline(Requested.self, .service, token.keyName)
  }

  /// Returns the view, creating it if needed.
  ///
  ///     let editor = try registry(.editor)
  ///
  /// - Parameter token: The token of the view, usually its name.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  @inlinable
  @inline(__always)
  @MainActor
  public func callAsFunction<Requested>(
    _ token: RoutableView<Requested>
  ) throws(RouteError) -> Requested {
    try makeInline(Requested.self, .view, token.keyName)
  }

  /// Returns the view, creating it if needed.
  ///
  ///     let editor = try registry.makeDestination(to: .editor) { $0.title = "New" }
  ///
  /// - Parameters:
  ///   - token: The token of the view, usually its name.
  ///   - preparing: Prepares the view before its route does.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  @inlinable
  @inline(__always)
  @MainActor
  public func makeDestination<Requested>(
    to token: RoutableView<Requested>, preparing: ((inout Requested) throws -> Void)? = nil
  ) throws(RouteError) -> Requested {
    guard let preparing else { return try makeInline(Requested.self, .view, token.keyName) }
    return try makePrepared(Requested.self, .view, token.keyName, preparing)
  }

  /// Returns the service, creating it if needed.
  ///
  ///     let store = try registry.makeDestination(to: .notes) { $0.name = "archive" }
  ///
  /// - Parameters:
  ///   - token: The token of the service, usually its name.
  ///   - preparing: Prepares the service before its route does.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  /// - Complexity: O(1), besides the factory.
  @inlinable
  @inline(__always)
  public func makeDestination<Requested>(
    to token: RoutableService<Requested>, preparing: ((inout Requested) throws -> Void)? = nil
  ) throws(RouteError) -> Requested {
    guard let preparing else { return try makeInline(Requested.self, .service, token.keyName) }
    return try makePrepared(Requested.self, .service, token.keyName, preparing)
  }
}
