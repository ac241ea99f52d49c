// The initializers for views, which are bound to the main actor, for each form of the declared type.
extension Routed {
  /// Injects the view.
  ///
  /// - Parameters:
  ///   - token: The token of what's requested.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
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
  ///   - token: The token of what's requested.
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
  ///   - token: The token of what's requested.
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
  ///   - token: The token of what's requested.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: RoutableViewModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableViewModule<Requested>, Value == ModuleRouter<Token> {
    self.init(token, .module, fileID, line)
  }
}
