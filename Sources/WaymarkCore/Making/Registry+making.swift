import WaymarkRuntime

// Of two overloads for a view and a service, the one for the view is disfavored, here and in the other files that
// declare requests. Otherwise the compiler tries both in each expression with operators, which takes 30 times as long.
extension Registry {
  /// Returns the service, creating it if needed.
  ///
  ///     let store = try registry(.notes)
  ///
  /// - Parameter token: The token of the service, usually its name.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides the service, or another `RouteError` if creation fails.
  /// - Complexity: O(1), besides the factory.
  @inlinable
  @inline(__always)
  public func callAsFunction<Requested>(
    _ token: RoutableService<Requested>
  ) throws(RouteError) -> Requested {
    try make(Requested.self, .service, token.keyName)
  }

  /// Returns the view, creating it if needed.
  ///
  ///     let editor = try registry(.editor)
  ///
  /// - Parameter token: The token of the view, usually its name.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides the view, or another `RouteError` if creation fails.
  /// - Complexity: O(1), besides the factory.
  @_disfavoredOverload
  @inlinable
  @inline(__always)
  @MainActor
  public func callAsFunction<Requested>(
    _ token: RoutableView<Requested>
  ) throws(RouteError) -> Requested {
    try make(Requested.self, .view, token.keyName)
  }

  /// Returns the view, creating it if needed.
  ///
  ///     let editor = try registry.makeDestination(to: .editor)
  ///
  /// - Parameter token: The token of the view, usually its name.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides the view, or another `RouteError` if creation fails.
  /// - Complexity: O(1), besides the factory.
  @_disfavoredOverload
  @inlinable
  @inline(__always)
  @MainActor
  public func makeDestination<Requested>(
    to token: RoutableView<Requested>
  ) throws(RouteError) -> Requested {
    try make(Requested.self, .view, token.keyName)
  }

  /// Returns the view, creating it if needed, with a preparation.
  ///
  ///     let editor = try registry.makeDestination(to: .editor) { $0.title = "New" }
  ///
  /// - Parameters:
  ///   - token: The token of the view, usually its name.
  ///   - preparing: Prepares the view before its route does, during the call.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides the view, or another `RouteError` if creation fails.
  /// - Complexity: O(1), besides the factory.
  @_disfavoredOverload
  @MainActor
  public func makeDestination<Requested>(
    to token: RoutableView<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try makePrepared(Requested.self, .view, token.keyName, preparing)
  }

  /// Returns the service, creating it if needed.
  ///
  ///     let store = try registry.makeDestination(to: .notes)
  ///
  /// - Parameter token: The token of the service, usually its name.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides the service, or another `RouteError` if creation fails.
  /// - Complexity: O(1), besides the factory.
  @inlinable
  @inline(__always)
  public func makeDestination<Requested>(
    to token: RoutableService<Requested>
  ) throws(RouteError) -> Requested {
    try make(Requested.self, .service, token.keyName)
  }

  /// Returns the service, creating it if needed, with a preparation.
  ///
  ///     let store = try registry.makeDestination(to: .notes) { $0.name = "archive" }
  ///
  /// - Parameters:
  ///   - token: The token of the service, usually its name.
  ///   - preparing: Prepares the service before its route does, during the call.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides the service, or another `RouteError` if creation fails.
  /// - Complexity: O(1), besides the factory.
  public func makeDestination<Requested>(
    to token: RoutableService<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try makePrepared(Requested.self, .service, token.keyName, preparing)
  }
}

extension Registry {
  /// Returns all elements of a collection.
  ///
  /// Call it on the main actor for views.
  ///
  /// - Parameter collection: A collection of this registry.
  func makeAll<Element>(_ type: Element.Type, of collection: CompiledCollection) throws(RouteError)
    -> [Element]
  {
    // The collection retains the providers, and the caller the collection.
    defer { withExtendedLifetime(collection) {} }
    var elements: [Element] = []
    elements.reserveCapacity(collection.providers.count)
    for provider in collection.providers {
      elements.append(try provider.read { (provider) throws(RouteError) in try make(type, provider) })
    }
    return elements
  }

  /// Returns the object that this registry keeps in a slot, of the class that the caller proves for the slot's objects.
  func kept<Object: AnyObject>(_ type: Object.Type, in slot: Int, of route: CompiledRoute) -> Object? {
    kept(in: slot, of: route).map { knownDowncast($0, to: type) }
  }

  /// Returns the place of the instance that this registry keeps for all requests of a route, in the slot of the route.
  func place(of route: CompiledRoute, in slot: Int) throws(RouteError) -> InstancePlace {
    guard route.declaration.lifetime == .weaklyShared else { return .slot(self, slot) }
    let reference = try table(in: slot, of: route, orNew: WeakBox())
    return .weak(reference, as: route.declaration.destination, of: nil, self)
  }

  /// Returns the table in a slot, where only this function publishes, keeping a new one if needed.
  ///
  /// - Throws: `notStarted` if only operations of a stop see the table.
  func table<Table: AnyObject>(
    in slot: Int, of route: CompiledRoute, orNew new: @autoclosure () -> Table
  ) throws(RouteError) -> Table {
    if let kept = kept(Table.self, in: slot, of: route) { return kept }
    // In the empty slot, another table would hide it from these operations.
    guard lifecycle?.isAvailable(route, self) ?? true else { throw RouteError.unavailable(route, in: self) }
    return knownDowncast(try publish(new(), in: slot), to: Table.self)
  }

  /// Keeps an object of a route in an empty slot, and returns the slot's object.
  ///
  /// - Parameters:
  ///   - instance: The new instance of the route, or nil for another object, such as a conversion.
  ///   - ending: The node of a creation in the life cycle to end, successful or not.
  /// - Throws: `scopeClosed` in a closed scope, `registryReleased` after the release of the root, or `notStarted` if
  ///   the stop of the instance has begun.
  func keep<Object: AnyObject>(
    _ object: Object, in slot: Int, of route: CompiledRoute, instance: ValueBox? = nil, ending: Int? = nil
  ) throws(RouteError) -> Object {
    guard enter() else {
      if let ending { lifecycle?.end(ending, isKept: false, in: self) }
      throw RouteError.registryReleased(self)
    }
    defer { leave() }
    let kept =
      if let lifecycle {
        try lifecycle.keep(object, in: slot, of: route, instance: instance, ending: ending, self)
      } else { try publish(object, in: slot) }
    // A slot contains only objects of one class.
    return knownDowncast(kept, to: Object.self)
  }

  /// Keeps an object in two empty slots of the same root or scope without a lifecycle, or throws like the function
  /// above.
  func keep(_ object: AnyObject, in first: Int, and second: Int) throws(RouteError) {
    guard first < 0, let scope else {
      _ = try publish(object, in: first)
      _ = try publish(object, in: second)
      return
    }
    try checkIsOpen()
    guard scope.publish(object, at: -2 - first, and: -2 - second) else { throw RouteError.scopeClosed(scope) }
  }

  private func publish(_ object: AnyObject, in slot: Int) throws(RouteError) -> AnyObject {
    guard enter() else { throw RouteError.registryReleased(self) }
    defer { leave() }
    if let kept = publishObject(object, in: slot) { return kept }
    guard let scope else { preconditionFailure("only scopes have such slots") }
    throw RouteError.scopeClosed(scope)
  }

  /// Keeps a new instance of a route, or throws like the function above.
  func keep(_ instance: ValueBox, of route: CompiledRoute, ending: Int? = nil) throws(RouteError) {
    guard let slot = route.instanceSlot else { preconditionFailure("the route is kept") }
    // This slot contains boxes of the route's destination, or of the object as another type. One task at a time creates
    // the instance, so the slot keeps it.
    _ = try keep(instance, in: slot, of: route, instance: instance, ending: ending)
  }

  /// Keeps the instances that another registry with the same routes has started.
  package func adoptStarted(from other: Registry) {
    for route in image.routes where route.declaration.needsStart {
      guard let slot = route.instanceSlot, let owner = try? other.owner(of: route, slot: slot),
        let started = owner.kept(ValueBox.self, in: slot, of: route),
        let own = try? self.owner(of: route, slot: slot)
      else { continue }
      // A closed scope creates nothing.
      _ = own.publishObject(started, in: slot)
    }
  }

  /// Publishes the base's instance in this extension's slots for faster access, unless the base can stop it.
  func adopt(_ slot: Int, of route: CompiledRoute) {
    guard slot >= 0, base != nil || scope != nil else { return }
    let owner = owner(of: slot)
    guard owner.instances !== instances, owner.ownLifecycle?.trackedState(of: route, owner) == nil,
      enter()
    else { return }
    defer { leave() }
    // An extension's use of its slots includes its base's.
    guard instances.isUsed, let kept = owner.instances[slot] else { return }
    _ = instances.publish(kept, at: slot)
  }
}
