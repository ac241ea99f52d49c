// The initializers for services, for each form of the declared type.
extension Routed {
  /// Injects the service.
  ///
  /// - Parameters:
  ///   - token: The token of what's requested.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @inlinable
  public init(
    _ token: RoutableService<Value>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Value> {
    self.init(token, .destination, fileID, line)
  }

  /// Injects the service, or nil if nothing provides it.
  ///
  /// - Parameters:
  ///   - token: The token of what's requested.
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
  ///   - token: The token of what's requested.
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
  ///   - token: The token of what's requested.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @inlinable
  public init<Requested>(
    _ token: RoutableServiceModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableServiceModule<Requested>, Value == ModuleRouter<Token> {
    self.init(token, .module, fileID, line)
  }
}
