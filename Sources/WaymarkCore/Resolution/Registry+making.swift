public import WaymarkRuntime

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

extension Registry {
  /// Returns all elements of a collection; for views, on the main actor only.
  ///
  /// - Parameter contributions: A collection of this registry.
  @inlinable
  func makeAll<Element>(_ type: Element.Type, of contributions: ContributionList) throws(RouteError)
    -> [Element]
  {
    // Only collections are lists of contributions.
    let collection = knownDowncast(contributions, to: CompiledCollection.self)
    if collection.isEarly, let all = try makeAllOfCompletion(type, collection) { return all }
    // The collection retains the providers, and the caller the collection.
    defer { withExtendedLifetime(collection) {} }
    var elements: [Element] = []
    elements.reserveCapacity(collection.providers.count)
    for provider in collection.providers {
      elements.append(try provider.read { (provider) throws(RouteError) in try make(type, provider) })
    }
    return elements
  }

  /// Returns all elements of a collection in the complete extension of an early registry; nil if there's none.
  @usableFromInline
  func makeAllOfCompletion<Element>(
    _ type: Element.Type, _ collection: CompiledCollection
  ) throws(RouteError) -> [Element]? {
    guard let completion, let complete = completion.layer.collection(for: collection.token.key) else {
      return nil
    }
    return try completion.makeAll(type, of: complete)
  }
}
