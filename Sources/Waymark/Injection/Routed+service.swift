// Services, in each form that a declared type can have, by token or by key path into `Routables`.
// The key path is not evaluated: all that a token says is in its type.
extension Routed {
  /// Injects the service.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @inlinable
  public init(
    _ token: RoutableService<Value>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Value> {
    self.init(.destination, fileID, line)
  }

  /// Injects the service, or nil where nothing provides it.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @_disfavoredOverload
  @inlinable
  public init<Requested>(
    _ token: RoutableService<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Requested>, Value == Requested? {
    self.init(.optional, fileID, line)
  }

  /// Injects a router to the service.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @_disfavoredOverload
  @inlinable
  public init<Requested>(
    _ token: RoutableService<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Requested>, Value == DestinationRouter<Token> {
    self.init(.router, fileID, line)
  }

  /// Injects a router to the configuration of the service's route.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @inlinable
  public init<Requested>(
    _ token: RoutableServiceModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableServiceModule<Requested>, Value == ModuleRouter<Token> {
    self.init(.module, fileID, line)
  }

  /// Injects the service.
  ///
  /// - Parameters:
  ///   - token: Its name in ``Routables``.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @inlinable
  public init(
    _ token: KeyPath<Routables, RoutableService<Value>>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Value> {
    self.init(.destination, fileID, line)
  }

  /// Injects the service, or nil where nothing provides it.
  ///
  /// - Parameters:
  ///   - token: Its name in ``Routables``.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @_disfavoredOverload
  @inlinable
  public init<Requested>(
    _ token: KeyPath<Routables, RoutableService<Requested>>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Requested>, Value == Requested? {
    self.init(.optional, fileID, line)
  }

  /// Injects a router to the service.
  ///
  /// - Parameters:
  ///   - token: Its name in ``Routables``.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @_disfavoredOverload
  @inlinable
  public init<Requested>(
    _ token: KeyPath<Routables, RoutableService<Requested>>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Requested>, Value == DestinationRouter<Token> {
    self.init(.router, fileID, line)
  }

  /// Injects a router to the configuration of the service's route.
  ///
  /// - Parameters:
  ///   - token: Its name in ``Routables``.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @inlinable
  public init<Requested>(
    _ token: KeyPath<Routables, RoutableServiceModule<Requested>>, fileID: StaticString = #fileID,
    line: Int = #line
  ) where Token == RoutableServiceModule<Requested>, Value == ModuleRouter<Token> {
    self.init(.module, fileID, line)
  }
}
