import WaymarkRuntime

// The initializers for collections, one for each form of the declared type.
extension Routed {
  /// Injects all services of a collection in order.
  ///
  /// - Parameters:
  ///   - token: The token of the collection.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @inlinable
  public init<Requested>(
    _ token: RoutableServices<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableServices<Requested>, Value == [Requested] {
    self.init(token, .collection, fileID, line)
  }

  /// Injects the services of a collection by key.
  ///
  /// - Parameters:
  ///   - token: The token of the collection.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @inlinable
  public init<Requested>(
    _ token: RoutableServices<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableServices<Requested>, Value == [String: Requested] {
    self.init(token, .keyed, fileID, line)
  }

  /// Injects a router to the services of a collection.
  ///
  /// - Parameters:
  ///   - token: The token of the collection.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @inlinable
  public init<Requested>(
    _ token: RoutableServices<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableServices<Requested>, Value == CollectionRouter<Token> {
    self.init(token, .contributions, fileID, line)
  }

  /// Injects all views of a collection in order.
  ///
  /// - Parameters:
  ///   - token: The token of the collection.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: RoutableViews<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableViews<Requested>, Value == [Requested] {
    self.init(token, .collection, fileID, line)
  }

  /// Injects the views of a collection by key.
  ///
  /// - Parameters:
  ///   - token: The token of the collection.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: RoutableViews<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableViews<Requested>, Value == [String: Requested] {
    self.init(token, .keyed, fileID, line)
  }

  /// Injects a router to the views of a collection.
  ///
  /// - Parameters:
  ///   - token: The token of the collection.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  @MainActor
  @inlinable
  public init<Requested>(
    _ token: RoutableViews<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableViews<Requested>, Value == CollectionRouter<Token> {
    self.init(token, .contributions, fileID, line)
  }
}

extension Routed {
  func collection(in registry: Registry) throws(RouteError) -> Value {
    guard Token.role == .views else {
      return try value(of: CollectionRouter<RoutableServices<Token.Requested>>(to: token, in: registry))
    }
    // As for a single view.
    MainActor.preconditionIsolated("a view is injected on the main actor")
    return try value(of: CollectionRouter<RoutableViews<Token.Requested>>(to: token, in: registry))
  }

  private func value<Collection>(of router: CollectionRouter<Collection>) throws(RouteError) -> Value {
    // Each form has an initializer that determines `Value` as the same type.
    switch storage.form {
    case .collection: return knownType(try router.make(Collection.Requested.self), as: Value.self)
    case .keyed: return knownType(try router.makeKeyed(Collection.Requested.self), as: Value.self)
    default: return knownType(router, as: Value.self)
    }
  }
}
