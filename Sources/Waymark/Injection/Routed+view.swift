// Views: the initializers are bound to the main actor, in each form that a declared type can have, by token or by key path into `Routables`.
// The key path is not evaluated: all that a token says is in its type.
extension Routed {
  /// Injects the view.
  ///
  /// - Parameter token: What is asked for.
  @MainActor
  public init(
    _ token: RoutableView<Value>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Value> {
    self.init(.destination(of: Token.self), fileID, line)
  }

  /// Injects the view, or nil where nothing provides it.
  ///
  /// - Parameter token: What is asked for.
  @_disfavoredOverload
  @MainActor
  public init<Requested>(
    _ token: RoutableView<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Requested>, Value == Requested? {
    self.init(.optional(of: Token.self), fileID, line)
  }

  /// Injects a router to the view.
  ///
  /// - Parameter token: What is asked for.
  @_disfavoredOverload
  @MainActor
  public init<Requested>(
    _ token: RoutableView<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Requested>, Value == DestinationRouter<Token> {
    self.init(.router(of: Token.self), fileID, line)
  }

  /// Injects a router to the configuration of the view's route.
  ///
  /// - Parameter token: What is asked for.
  @MainActor
  public init<Requested>(
    _ token: RoutableViewModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableViewModule<Requested>, Value == ModuleRouter<Token> {
    self.init(.module(of: Token.self), fileID, line)
  }

  /// Injects the view.
  ///
  /// - Parameter token: Its name in ``Routables``.
  @MainActor
  public init(
    _ token: KeyPath<Routables, RoutableView<Value>>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Value> {
    self.init(.destination(of: Token.self), fileID, line)
  }

  /// Injects the view, or nil where nothing provides it.
  ///
  /// - Parameter token: Its name in ``Routables``.
  @_disfavoredOverload
  @MainActor
  public init<Requested>(
    _ token: KeyPath<Routables, RoutableView<Requested>>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Requested>, Value == Requested? {
    self.init(.optional(of: Token.self), fileID, line)
  }

  /// Injects a router to the view.
  ///
  /// - Parameter token: Its name in ``Routables``.
  @_disfavoredOverload
  @MainActor
  public init<Requested>(
    _ token: KeyPath<Routables, RoutableView<Requested>>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableView<Requested>, Value == DestinationRouter<Token> {
    self.init(.router(of: Token.self), fileID, line)
  }

  /// Injects a router to the configuration of the view's route.
  ///
  /// - Parameter token: Its name in ``Routables``.
  @MainActor
  public init<Requested>(
    _ token: KeyPath<Routables, RoutableViewModule<Requested>>, fileID: StaticString = #fileID,
    line: Int = #line
  ) where Token == RoutableViewModule<Requested>, Value == ModuleRouter<Token> {
    self.init(.module(of: Token.self), fileID, line)
  }
}
