package import WaymarkRuntime

/// A caller's preparation, which runs before the route's.
@usableFromInline
package typealias Preparation<Requested> = (inout Requested) throws -> Void

/// A request for a destination that can need every step: the general path.
///
/// The factory creates the destination, the caller and then the route prepare it, a binding converts it to the
/// requested type, a decorator wraps it, and a registry or scope keeps it. `CompiledRoute.make(_:as:)` runs the steps
/// of the route, and `Provider.make(_:)` the steps of adapters and decorators. Boxes pass all values between the steps,
/// so nothing here is generic: a program has the steps once and requests no generic types from the runtime.
package struct MakingRequest {
  var resolver: Resolver
  /// The filled configuration, or nil for the default one.
  var configuration: Any?
  /// The caller's preparation of a box of the requested type.
  var preparing: Preparation<ValueBox>?
  /// An object from another source, in place of the factory's.
  var given: ValueBox?
  /// Receives the destination inside a proxy of an adapter, if the caller shows it.
  var provided: ProvidedDestination?

  var registry: Registry { resolver.registry }

  package init(
    in registry: Registry, _ context: RequestContext? = nil, configuration: Any? = nil,
    given: ValueBox? = nil,
    provided: ProvidedDestination? = nil
  ) {
    resolver = Resolver(registry: registry, context: context)
    self.configuration = configuration
    self.given = given
    self.provided = provided
  }

  /// Returns the request with a caller's preparation, of the requested type or the type that its values must have.
  package func preparing<Given>(_ preparing: Preparation<Given>?) -> MakingRequest {
    guard let preparing else { return self }
    var request = self
    request.preparing = { box in
      var given = try box.known(as: Given.self).value(as: Given.self)
      try preparing(&given)
      box = try ValueBox(given).known(as: box.type)
    }
    return request
  }

  /// Returns the request in the registry that keeps the instance and creates it independently of inner scopes.
  func moved(to owner: Registry) -> MakingRequest {
    guard owner !== registry else { return self }
    var request = self
    request.resolver = Resolver(registry: owner, context: resolver.context)
    return request
  }

  /// Returns the request with an object from another source.
  fileprivate func giving(_ given: ValueBox) -> MakingRequest {
    var request = self
    request.given = given
    return request
  }

  /// Returns an existing instance, after the caller's preparation.
  func prepared(_ existing: ValueBox, by route: CompiledRoute) throws(RouteError) -> ValueBox {
    guard let preparing else { return existing }
    try route.begin(in: registry)
    defer { route.end(in: registry) }
    var box = existing
    do { try preparing(&box) } catch { throw route.failure(error, of: .preparing) }
    return box
  }

  // MARK: - Results

  /// Returns the destination of a provider as its token requests it, creating it if needed, and reports errors.
  package func make<Requested>(_ provider: Provider, as type: Requested.Type) throws(RouteError) -> Requested
  {
    try make(provider.route, as: provider, type)
  }

  /// Returns the destination as a provider's token requests it, or as the route's destination type without a provider.
  package func make<Requested>(
    _ route: CompiledRoute, as provider: Provider?, _ type: Requested.Type
  ) throws(RouteError) -> Requested {
    let box: ValueBox
    do throws(RouteError) {
      box = if let provider { try provider.make(self) } else { try route.make(self, as: nil) }
    } catch {
      throw registry.reporting(error)
    }
    if box.type == type { return box.value(as: type) }
    guard let destination = box.any as? Requested else {
      throw registry.reporting(.destinationMismatch(box.any, as: type))
    }
    return destination
  }
}

extension ValueBox {
  /// Returns a box of the value as another type, or throws `destinationMismatch` if the value has a different type.
  func known(as type: Any.Type) throws(RouteError) -> ValueBox {
    guard let box = cast(to: type) else { throw RouteError.destinationMismatch(any, as: type) }
    return box
  }
}

extension Provider {
  /// Returns a box with the destination as the token's type, creating it if needed.
  func make(_ request: MakingRequest) throws(RouteError) -> ValueBox {
    // An object inside a proxy doesn't have the proxy's type.
    if let given = request.given, adapter?.declaration.conversion == nil, given.type != token.type {
      return try make(request.giving(try given.known(as: token.type)))
    }
    if let decoration { return try decorated(decoration, request) }
    if let adapted, let adapter { return try adapt(adapted, by: adapter.declaration, request) }
    return try route.make(request, as: self)
  }

  /// Returns another provider's destination after a decorator or an adapter.
  ///
  /// The caller's preparation has to run between the factory and the route's own preparation, so the function passes it
  /// inward, where it gets the result. With `isPlain`, the result is the destination itself, with the caller's changes.
  /// Otherwise, the route prepares a value first. With `objectsOnly`, the function doesn't prepare values.
  private func pass(
    _ inner: Provider, _ request: MakingRequest, isPlain: Bool = false, objectsOnly: Bool = false,
    _ outer: @escaping (ValueBox) throws(RouteError) -> ValueBox
  ) throws(RouteError) -> (box: ValueBox, isPrepared: Bool, inner: ValueBox) {
    guard let preparing = request.preparing else {
      let made = try inner.make(request)
      return (try outer(made), false, made)
    }
    var result: (ValueBox, Bool)?
    var inward = request
    inward.preparing = { box in
      // The result contains a copy of a value, which the route has to prepare first.
      guard isPlain || objectsOnly || box.isObject else { return }
      var prepared = try outer(box)
      let isPrepared = !objectsOnly || prepared.isObject
      if isPrepared { try preparing(&prepared) }
      guard isPlain else {
        result = (prepared, isPrepared)
        return
      }
      box = try prepared.known(as: box.type)
    }
    let made = try inner.make(inward)
    if let result { return (result.0, result.1, made) }
    let passed = try outer(made)
    if isPlain || objectsOnly { return (passed, isPlain, made) }
    return (try request.prepared(passed, by: route), true, made)
  }

  // MARK: - Adapters

  /// Returns the destination of the provided token as the required type.
  private func adapt(
    _ provided: Provider, by adapter: Adapter, _ request: MakingRequest
  ) throws(RouteError) -> ValueBox {
    // A closure's result can be unsafe to share, so each caller gets a new one.
    let owner =
      slot == -1 || request.given != nil ? nil : try request.registry.owner(of: route, slot: slot)
    defer { request.registry.adopt(slot, of: route) }
    // Only this function publishes there.
    if let owner, let kept = owner.kept(ValueBox.self, in: slot, of: route) {
      return try request.moved(to: owner).prepared(kept, by: route)
    }
    let isPlain = adapter.isPlain
    let passed = try pass(provided, request, isPlain: isPlain) { box throws(RouteError) in
      if !isPlain { request.provided?.collect(box, inside: self) }
      return try self.converted(box, by: adapter, in: request.registry)
    }
    // The route has prepared it in the meantime.
    if !isPlain { request.provided?.collect(passed.inner, inside: self) }
    let required = passed.box
    // An instance that a caller has prepared or replaced belongs to that caller.
    guard let owner, request.preparing == nil else { return required }
    return try owner.keep(required, in: slot, of: route)
  }

  private func converted(
    _ box: ValueBox, by adapter: Adapter, in registry: Registry
  ) throws(RouteError) -> ValueBox {
    try route.begin(in: registry)
    defer { route.end(in: registry) }
    do {
      if adapter.isPlain, existential == nil {
        guard let required = box.cast(to: token.type) else { throw RouteError.notAdapted(box.any, adapter) }
        return required
      }
      // The adapter's closure converts the provided type to the required one.
      return try box.converted(to: token.type, adapter.conversion, existential).box
    } catch {
      throw route.failure(error, of: .converting)
    }
  }

  // MARK: - Decorators

  /// Returns the destination inside a decorator, wrapped.
  private func decorated(_ decoration: Decoration, _ request: MakingRequest) throws(RouteError) -> ValueBox {
    let inner = decoration.inner
    // An object from another source isn't wrapped.
    guard request.given == nil else { return try inner.make(request) }
    guard let slot = decoration.slot else {
      return try pass(inner, request) { box throws(RouteError) in
        try self.wrapped(box, by: decoration.decorator, in: request.registry)
      }.box
    }
    let own = request.moved(to: try request.registry.owner(of: route, slot: slot))
    defer { request.registry.adopt(slot, of: route) }
    guard slot == self.slot else {
      return try shared(decoration, in: slot, own)
    }
    var isPrepared = false
    let wrapper = try InstancePlace.converted(own.registry, slot).get(route) { () throws(RouteError) in
      // Keep a value as its route created it. Each caller prepares a copy.
      let made = try pass(inner, own, objectsOnly: true) { box throws(RouteError) in
        try self.wrapped(box, by: decoration.decorator, in: own.registry)
      }
      isPrepared = made.isPrepared
      return made.box
    }
    return isPrepared ? wrapper : try own.prepared(wrapper, by: route)
  }

  /// Returns the wrapper of a shared instance, one for each instance if the wrapper is an object.
  private func shared(
    _ decoration: Decoration, in slot: Int, _ request: MakingRequest
  ) throws(RouteError) -> ValueBox {
    let registry = request.registry
    let wrappers = try registry.table(in: slot, of: route, orNew: KeyedInstances())
    var unprepared = request
    unprepared.preparing = nil
    // What is inside of the decorator can be the result of a closure, which is another one for each request.
    guard let object = try route.make(unprepared, as: nil).object else {
      preconditionFailure("only objects are shared")
    }
    let wrapper = try wrappers.with(InstanceKey(value: ObjectIdentifier(object))) {
      reference throws(RouteError) in
      // Each instance has a wrapper of its own, and a decorator can request another one.
      try InstancePlace.weak(reference, as: token.type, of: object, registry).get(route) {
        () throws(RouteError) in
        try wrapped(decoration.inner.make(unprepared), by: decoration.decorator, in: registry)
      }
    }
    return try request.prepared(wrapper, by: route)
  }

  private func wrapped(
    _ box: ValueBox, by decorator: CompiledDecorator, in registry: Registry
  ) throws(RouteError) -> ValueBox {
    func wrap<Requested>(_: Requested.Type) throws -> ValueBox {
      // The declaration stores the decorator as one of this token's type.
      let decorate = decorator.declaration.decorate.function(as: DecorateFunction<Requested>.self)
      return ValueBox(try decorate.call(box.value(as: Requested.self), registry))
    }
    try route.begin(in: registry)
    defer { route.end(in: registry) }
    // So a recorder can tell the requests of the decorator from those of the route.
    ResolutionStack.push(owner: registry, subject: decorator)
    defer { ResolutionStack.pop(owner: registry, subject: decorator) }
    registry.recorder?.used(decorator)
    let wrapper: ValueBox
    do { wrapper = try wrap(token.type) } catch { throw route.failure(error, of: .decorating) }
    registry.recorder?.made(wrapper.any, by: route)
    return wrapper
  }
}

/// Collects the destination inside the proxy of an adapter's closure, which a presenter shows in place of the proxy.
package final class ProvidedDestination {
  private var box: ValueBox?
  private weak var provider: Provider?

  package init() {}

  /// The destination, or nil if no adapter has created a proxy.
  package var value: Any? { box?.any }

  /// Stores the destination inside the innermost proxy, which is the first one.
  func collect(_ box: ValueBox, inside provider: Provider) {
    guard self.box == nil || self.provider === provider else { return }
    self.box = box
    self.provider = provider
  }
}
