// Views: the initializers are bound to the main actor, in each form that a declared type can have, by token or by key path into `Routables`.
// The key path is not evaluated: all that a token says is in its type.
extension Routed {
  /// Injects the view.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @MainActor
  @inlinable
  public init(
    _ token: RoutableView<Value>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Value> {
    self.init(.destination, fileID, line)
  }

  /// Injects the view, or nil where nothing provides it.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @_disfavoredOverload
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: RoutableView<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Requested>, Value == Requested? {
    self.init(.optional, fileID, line)
  }

  /// Injects a router to the view.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @_disfavoredOverload
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: RoutableView<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Requested>, Value == DestinationRouter<Token> {
    self.init(.router, fileID, line)
  }

  /// Injects a router to the configuration of the view's route.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: RoutableViewModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableViewModule<Requested>, Value == ModuleRouter<Token> {
    self.init(.module, fileID, line)
  }

  /// Injects the view.
  ///
  /// - Parameters:
  ///   - token: Its name in ``Routables``.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @MainActor
  @inlinable
  public init(
    _ token: KeyPath<Routables, RoutableView<Value>>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Value> {
    self.init(.destination, fileID, line)
  }

  /// Injects the view, or nil where nothing provides it.
  ///
  /// - Parameters:
  ///   - token: Its name in ``Routables``.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @_disfavoredOverload
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: KeyPath<Routables, RoutableView<Requested>>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Requested>, Value == Requested? {
    self.init(.optional, fileID, line)
  }

  /// Injects a router to the view.
  ///
  /// - Parameters:
  ///   - token: Its name in ``Routables``.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @_disfavoredOverload
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: KeyPath<Routables, RoutableView<Requested>>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Requested>, Value == DestinationRouter<Token> {
    self.init(.router, fileID, line)
  }

  /// Injects a router to the configuration of the view's route.
  ///
  /// - Parameters:
  ///   - token: Its name in ``Routables``.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: KeyPath<Routables, RoutableViewModule<Requested>>, fileID: StaticString = #fileID,
    line: Int = #line
  ) where Token == RoutableViewModule<Requested>, Value == ModuleRouter<Token> {
    self.init(.module, fileID, line)
  }
}
