// The initializers for services, one for each form of the declared type. Those with a destination as the property are
// disfavored, too, so that the compiler reports a name that doesn't exist as one of a `DeclaredName`.
extension Routed {
  /// Injects the service.
  ///
  /// - Parameters:
  ///   - token: The token of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @inlinable
  public init(
    _ token: RoutableService<Value>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Value> {
    self.init(token, .destination, fileID, line)
  }

  /// Injects the service, or nil if nothing provides it.
  ///
  /// - Parameters:
  ///   - token: The token of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @inlinable
  public init<Requested>(
    _ token: RoutableService<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Requested>, Value == Requested? {
    self.init(token, .optional, fileID, line)
  }

  /// Injects a router to the service.
  ///
  /// - Parameters:
  ///   - token: The token of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @inlinable
  public init<Requested>(
    _ token: RoutableService<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Requested>, Value == DestinationRouter<Token> {
    self.init(token, .router, fileID, line)
  }

  /// Injects a router to the configuration of the service's route.
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @inlinable
  public init<Requested>(
    _ token: RoutableServiceModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableServiceModule<Requested>, Value == ModuleRouter<Token> {
    self.init(token, .router, fileID, line)
  }
}

// The initializers for views, on the main actor, one for each form of the declared type.
extension Routed {
  /// Injects the view.
  ///
  /// - Parameters:
  ///   - token: The token of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @MainActor
  @inlinable
  public init(
    _ token: RoutableView<Value>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Value> {
    self.init(token, .destination, fileID, line)
  }

  /// Injects the view, or nil if nothing provides it.
  ///
  /// - Parameters:
  ///   - token: The token of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: RoutableView<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Requested>, Value == Requested? {
    self.init(token, .optional, fileID, line)
  }

  /// Injects a router to the view.
  ///
  /// - Parameters:
  ///   - token: The token of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: RoutableView<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Requested>, Value == DestinationRouter<Token> {
    self.init(token, .router, fileID, line)
  }

  /// Injects a router to the configuration of the view's route.
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: RoutableViewModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableViewModule<Requested>, Value == ModuleRouter<Token> {
    self.init(token, .router, fileID, line)
  }
}

// Unavailable initializers with a message. The compiler considers them only if no other initializer matches.
extension Routed {
  /// Rejects the injection of a configuration other than by its router.
  @available(
    *, unavailable,
    message: "a view's configuration is injected as its router: declare the property as ModuleViewRouter<…>"
  )
  @MainActor
  public init<Requested>(
    _ token: RoutableViewModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableViewModule<Requested> { preconditionFailure() }

  /// Rejects the injection of a configuration other than by its router.
  @available(
    *, unavailable,
    message:
      "a service's configuration is injected as its router: declare the property as ModuleServiceRouter<…>"
  )
  public init<Requested>(
    _ token: RoutableServiceModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableServiceModule<Requested> { preconditionFailure() }
}
