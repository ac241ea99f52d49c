package import WaymarkRuntime

/// A caller's preparation, which runs before that of the route.
@usableFromInline
package typealias Preparation<Requested> = (inout Requested) throws -> Void

/// A request for a destination that may need every step: the general path.
///
/// The factory makes the destination, the caller and then the route prepare it, a conversion makes it what was requested,
/// a decorator wraps it, and it's kept. `CompiledRoute.make(_:as:)` runs the steps of the route, and `Provider.make(_:)`
/// those of adapters and decorators. All values between the steps are in boxes, so that nothing here is generic: a
/// program has the steps once, and asks the runtime for no generic types.
package struct MakingRequest {
  var resolver: Resolver
  /// The filled configuration; nil for the default one.
  var configuration: Any?
  /// The caller's preparation of a box of the requested type.
  var preparing: Preparation<ValueBox>?
  /// An object that was made elsewhere, which takes the place of the factory's.
  var given: ValueBox?

  var registry: Registry { resolver.registry }

  package init(
    in registry: Registry, _ context: RequestContext? = nil, configuration: Any? = nil, given: ValueBox? = nil
  ) {
    resolver = Resolver(registry: registry, context: context)
    self.configuration = configuration
    self.given = given
  }

  /// Returns the same request with a caller's preparation.
  ///
  /// - Parameter preparing: A preparation of the requested type, or of another one that its values have to be of.
  package func preparing<Given>(_ preparing: Preparation<Given>?) -> MakingRequest {
    guard let preparing else { return self }
    var request = self
    request.preparing = { box in
      guard var given = box.cast(to: Given.self)?.value(as: Given.self) else {
        throw RouteError.destinationMismatch(box.any, as: Given.self)
      }
      try preparing(&given)
      guard let prepared = ValueBox(given).cast(to: box.type) else {
        throw RouteError.destinationMismatch(given, as: box.type)
      }
      box = prepared
    }
    return request
  }

  /// Returns the same request in the registry that keeps the instance, and that makes it, so that the instance can't
  /// depend on an inner scope.
  func moved(to keeper: Registry) -> MakingRequest {
    guard keeper !== registry else { return self }
    var request = self
    request.resolver = Resolver(registry: keeper, context: resolver.context)
    return request
  }

  /// Returns an existing instance, after the caller's preparation.
  func prepared(_ existing: ValueBox, by route: CompiledRoute) throws(RouteError) -> ValueBox {
    guard let preparing else { return existing }
    var box = existing
    try route.making(in: registry) { () throws(RouteError) in
      try route.running(.preparing) { try preparing(&box) }
    }
    return box
  }

  // MARK: - Results

  /// Returns the destination as a provider's requested type, creating it if needed, and reports errors.
  package func make<Requested>(_ provider: Provider, as type: Requested.Type) throws(RouteError) -> Requested
  {
    do throws(RouteError) {
      return try provider.make(self).value(as: type)
    } catch {
      throw registry.reporting(error)
    }
  }

  /// Returns the destination as a provider's requested type, which is known at run time only.
  func makeAny(_ provider: Provider) throws(RouteError) -> Any {
    do throws(RouteError) {
      return try provider.make(self).any
    } catch {
      throw registry.reporting(error)
    }
  }

  /// Returns the destination of a route itself, regardless of the types it's provided as.
  package func makeAny(_ route: CompiledRoute) throws(RouteError) -> Any {
    do throws(RouteError) {
      return try route.make(self, as: nil).any
    } catch {
      throw registry.reporting(error)
    }
  }
}

extension Provider {
  /// Returns the destination, creating it if needed.
  ///
  /// - Returns: A box of the token's type.
  func make(_ request: MakingRequest) throws(RouteError) -> ValueBox {
    var request = request
    if let given = request.given {
      guard let requested = given.cast(to: token.type) else {
        throw RouteError.destinationMismatch(given.any, as: token.type)
      }
      request.given = requested
    }
    if let decoration { return try decorated(decoration, request) }
    if let adapted { return try adapt(adapted, request) }
    return try route.make(request, as: self)
  }

  /// Returns the destination of another provider, as one that a decorator or an adapter makes of it.
  ///
  /// The caller's preparation has to run between the factory and the route's own preparation, so it's passed inward,
  /// where it gets the result.
  ///
  /// - Parameters:
  ///   - inner: The other provider.
  ///   - request: The request.
  ///   - isPlain: Whether the result is the destination itself, so that the caller's changes are copied back into it.
  ///   - objectsOnly: Whether a result that's a value isn't prepared.
  ///   - outer: Returns the result.
  private func pass(
    _ inner: Provider, _ request: MakingRequest, isPlain: Bool = false, objectsOnly: Bool = false,
    _ outer: @escaping (ValueBox) throws(RouteError) -> ValueBox
  ) throws(RouteError) -> (box: ValueBox, isPrepared: Bool) {
    guard let preparing = request.preparing else { return (try outer(try inner.make(request)), false) }
    var result: (ValueBox, Bool)?
    var request = request
    request.preparing = { box in
      var prepared = try outer(box)
      let isPrepared = !objectsOnly || prepared.isObject
      if isPrepared { try preparing(&prepared) }
      guard isPlain else {
        result = (prepared, isPrepared)
        return
      }
      guard let back = prepared.cast(to: box.type) else {
        throw RouteError.destinationMismatch(prepared.any, as: box.type)
      }
      box = back
    }
    let made = try inner.make(request)
    if let result { return result }
    return (try outer(made), isPlain)
  }

  // MARK: - Adapters

  /// Returns the destination of the provided token as the required type.
  private func adapt(_ provided: Provider, _ request: MakingRequest) throws(RouteError) -> ValueBox {
    // The result of a closure isn't kept: it may be unsafe to share, and is made for each caller.
    let keeper =
      slot == -1 || request.given != nil ? nil : try request.registry.keeper(of: route, slot: slot)
    defer { request.registry.adopt(slot) }
    // Only this function publishes there.
    if let keeper, let kept = keeper.kept(ValueBox.self, in: slot) {
      return try request.moved(to: keeper).prepared(kept, by: route)
    }
    let required = try pass(provided, request, isPlain: adapter?.declaration.isPlain ?? true) {
      box throws(RouteError) in try self.converted(box, from: provided.token.type, in: request.registry)
    }.box
    // The instance that a caller has prepared, or put in its place, is this caller's.
    guard let keeper, request.preparing == nil else { return required }
    return try keeper.keep(required, in: slot)
  }

  private func converted(
    _ box: ValueBox, from provided: Any.Type, in registry: Registry
  ) throws(RouteError) -> ValueBox {
    try route.making(in: registry) { () throws(RouteError) in
      try route.running(.converting) {
        // The adapter's closure converts the provided type to the required one.
        try box.converted(to: token.type, adapter?.declaration.conversion, existential).box
      }
    }
  }

  // MARK: - Decorators

  /// Returns the destination inside a decorator, wrapped.
  private func decorated(_ decoration: Decoration, _ request: MakingRequest) throws(RouteError) -> ValueBox {
    let inner = decoration.inner
    // An object that was made elsewhere isn't wrapped.
    guard request.given == nil else { return try inner.make(request) }
    guard let slot = decoration.slot else {
      return try pass(inner, request) { box throws(RouteError) in
        try self.wrapped(box, by: decoration.decorator, in: request.registry)
      }.box
    }
    let own = request.moved(to: try request.registry.keeper(of: route, slot: slot))
    defer { request.registry.adopt(slot) }
    guard slot == self.slot else {
      return try shared(decoration, own.registry.table(in: slot, orNew: SharedWrappers()), own)
    }
    var isPrepared = false
    let wrapper = try InstancePlace.converted(own.registry, slot).get(route) { () throws(RouteError) in
      // A value is kept as it was made, and each caller prepares a copy.
      let made = try pass(inner, own, objectsOnly: true) { box throws(RouteError) in
        try self.wrapped(box, by: decoration.decorator, in: own.registry)
      }
      isPrepared = made.isPrepared
      return made.box
    }
    return isPrepared ? wrapper : try own.prepared(wrapper, by: route)
  }

  /// Returns the wrapper of an instance that's shared while something retains it.
  ///
  /// If the instance and its wrapper are objects, there's one wrapper for each instance.
  private func shared(
    _ decoration: Decoration, _ wrappers: SharedWrappers, _ request: MakingRequest
  ) throws(RouteError) -> ValueBox {
    var unprepared = request
    unprepared.preparing = nil
    let instance = try decoration.inner.make(unprepared)
    let wrapper = try InstancePlace.wrapper(wrappers, of: instance).get(route) { () throws(RouteError) in
      try wrapped(instance, by: decoration.decorator, in: request.registry)
    }
    return try request.prepared(wrapper, by: route)
  }

  private func wrapped(
    _ box: ValueBox, by decorator: CompiledDecorator, in registry: Registry
  ) throws(RouteError) -> ValueBox {
    func wrap<Requested>(_: Requested.Type) throws -> ValueBox {
      // The decorator was stored in its declaration as one of this token's type.
      let decorate = decorator.declaration.decorate.function(as: DecorateFunction<Requested>.self)
      return ValueBox(try decorate.call(box.value(as: Requested.self), registry))
    }
    let wrapper = try route.making(in: registry) { () throws(RouteError) in
      try route.running(.decorating) { try wrap(token.type) }
    }
    registry.recorder?.made(wrapper.any, by: route)
    registry.recorder?.decorated(by: decorator)
    return wrapper
  }
}

extension Provider {
  /// Returns a configuration that the caller has filled, as the type that the route's closures take.
  ///
  /// - Parameter configuring: Fills the configuration as the provider's requested type.
  package func configuration<Requested>(
    filledBy configuring: (inout Requested) throws -> Void, in registry: Registry
  ) throws(RouteError) -> Any {
    guard let factory = route.declaration.configuration else { throw RouteError.noConfiguration(route) }
    return try route.making(in: registry) { () throws(RouteError) -> Any in
      let fresh = try route.running(.configuring, factory.make)
      guard var module = storedValue(fresh, as: Requested.self) ?? fresh as? Requested else {
        throw RouteError.configurationMismatch(token, factory.type)
      }
      try route.running(.configuring) { try configuring(&module) }
      // Another value of the same type is one, too.
      guard Requested.self == factory.type || factory.accepts(module) else {
        throw RouteError.configurationReplaced(factory.type, by: module)
      }
      return module
    }
  }
}

extension CompiledRoute {
  /// Returns the caller's configuration, or a default one if the route has one and the caller passed none.
  func filled(_ configuration: Any?) throws(RouteError) -> Any? {
    guard configuration == nil, let factory = declaration.configuration else { return configuration }
    return try running(.configuring, factory.make)
  }
}
