import WaymarkRuntime

extension Provider {
  /// Returns a destination as the requested type, creating it if needed.
  ///
  /// - Parameters:
  ///   - type: The provider's requested type, under whose key it was found.
  ///   - resolver: The resolver for the factory's dependencies.
  ///   - configuration: The filled configuration; nil for the default one.
  ///   - preparing: The caller's preparation.
  package func make<Requested>(
    as type: Requested.Type, _ resolver: Resolver, _ configuration: Any?, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    func adapt<Provided>(_: Provided.Type) throws(RouteError) -> Requested {
      try adaptation(of: Provided.self, as: type).make(resolver, configuration, preparing)
    }
    func produce<Destination>(_: Destination.Type) throws(RouteError) -> Requested {
      try production(of: Destination.self, as: type).make(resolver, configuration, preparing)
    }
    if let decoration {
      return try DecoratedProduction(decoration: decoration).make(resolver, configuration, preparing)
    }
    if let adapted { return try adapt(adapted.token.type) }
    return try produce(route.declaration.destination)
  }

  /// Prepares an object that was made elsewhere as if the route had made it.
  func prepare<Requested>(
    as type: Requested.Type, _ resolver: Resolver, _ requested: Requested, _ configuration: Any?,
    _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    func adapt<Provided>(_: Provided.Type) throws(RouteError) -> Requested {
      try adaptation(of: Provided.self, as: type).prepare(resolver, requested, configuration, preparing)
    }
    func produce<Destination>(_: Destination.Type) throws(RouteError) -> Requested {
      try production(of: Destination.self, as: type).prepare(resolver, requested, configuration, preparing)
    }
    if let decoration {
      return try DecoratedProduction(decoration: decoration).prepare(
        resolver, requested, configuration, preparing)
    }
    if let adapted { return try adapt(adapted.token.type) }
    return try produce(route.declaration.destination)
  }

  /// Prepares a view that a toolkit has made, as if the route had made it.
  package func adopt<Requested>(
    _ view: Any, as type: Requested.Type, in registry: Registry, _ configuration: Any?,
    _ preparing: Preparation<Requested>?, _ context: RequestContext?
  ) throws(RouteError) -> Requested {
    do throws(RouteError) {
      guard let requested = view as? Requested else { throw RouteError.destinationMismatch(view, as: type) }
      let resolver = Resolver(registry: registry, context: context)
      return try prepare(as: type, resolver, requested, configuration, preparing)
    } catch {
      throw registry.reporting(error)
    }
  }

  private func production<Destination, Requested>(
    of _: Destination.Type, as _: Requested.Type
  ) -> Production<Destination, Requested> {
    Production(route: route, conversion: Conversion(binding?.conversion, existential), slot: slot)
  }

  private func adaptation<Provided, Requested>(
    of _: Provided.Type, as _: Requested.Type
  ) -> Adaptation<Provided, Requested> {
    Adaptation(
      provided: adapted ?? self, conversion: Conversion(adapter?.declaration.conversion, existential),
      slot: slot)
  }

  /// Returns a configuration that the caller has filled, as the type that the route's closures take.
  ///
  /// - Parameter configuring: Fills the configuration as the provider's requested type.
  package func configuration<Requested>(
    filledBy configuring: (inout Requested) throws -> Void, in registry: Registry
  ) throws(RouteError) -> Any {
    guard let factory = route.declaration.configuration else { throw RouteError.noConfiguration(route) }
    return try route.making(in: registry) { () throws(RouteError) -> Any in
      let fresh = try route.running(.configuring, factory.make)
      var module: Requested
      if isStored(fresh, as: Requested.self) {
        module = knownValue(fresh, as: Requested.self)
      } else if let requested = fresh as? Requested {
        module = requested
      } else {
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

extension Provider {
  /// Returns the destination as the requested type, which is known at run time only, creating it if needed.
  func makeAny(
    in registry: Registry, _ configuration: Any?, _ preparing: Preparation<Any>?, context: RequestContext?
  ) throws(RouteError) -> Any {
    func produce<Requested>(_ type: Requested.Type) throws(RouteError) -> Any {
      let resolver = Resolver(registry: registry, context: context)
      return try make(as: type, resolver, configuration, preparing.map { converting($0) })
    }
    do throws(RouteError) {
      return try produce(token.type)
    } catch {
      throw registry.reporting(error)
    }
  }
}

/// Returns a preparation of a type that prepares values of another one, which have to keep their type.
package func converting<Given, Requested>(_ preparing: @escaping Preparation<Given>) -> Preparation<Requested>
{
  { requested in
    guard var prepared = requested as? Given else {
      throw RouteError.destinationMismatch(requested, as: Given.self)
    }
    try preparing(&prepared)
    guard let result = prepared as? Requested else {
      throw RouteError.destinationMismatch(prepared, as: Requested.self)
    }
    requested = result
  }
}

extension CompiledRoute {
  /// Returns the destination itself, regardless of the types it's provided as, creating it if needed.
  package func makeAny(
    in registry: Registry, _ configuration: Any? = nil, _ preparing: Preparation<Any>? = nil,
    context: RequestContext? = nil
  ) throws(RouteError) -> Any {
    do throws(RouteError) {
      return try produceAny(in: registry, configuration, preparing, context: context)
    } catch {
      throw registry.reporting(error)
    }
  }

  /// Does the same as `makeAny`, and leaves it to the caller to report errors.
  func produceAny(
    in registry: Registry, _ configuration: Any? = nil, _ preparing: Preparation<Any>? = nil,
    context: RequestContext? = nil
  ) throws(RouteError) -> Any {
    if instanceSlot == nil, preparing == nil, !declaration.factory.hasPreparation {
      return try makeTransient(in: registry, configuration, context)
    }
    func produce<Destination>(_: Destination.Type) throws(RouteError) -> Any {
      let production = Production<Destination, Destination>(
        route: self, conversion: Conversion(nil, nil), slot: -1)
      let resolver = Resolver(registry: registry, context: context)
      return try production.make(resolver, configuration, preparing.map { converting($0) })
    }
    return try produce(declaration.destination)
  }

  /// Returns a new destination of a route that keeps and prepares nothing, for which the factory is all that's needed.
  private func makeTransient(
    in registry: Registry, _ configuration: Any?, _ context: RequestContext?
  ) throws(RouteError) -> Any {
    func make<Destination>(_: Destination.Type, _ configuration: Any?) throws -> Any {
      let resolver = Resolver(registry: registry, context: context)
      let destination = try declaration.factory.make(Destination.self, configuration, resolver)
      registry.recorder?.made(destination, by: self)
      return destination
    }
    return try making(in: registry) { () throws(RouteError) in
      let configuration = try filled(configuration)
      return try running(.making) { try make(declaration.destination, configuration) }
    }
  }

  /// Returns the caller's configuration, or a default one if the route has one and the caller passed none.
  func filled(_ configuration: Any?) throws(RouteError) -> Any? {
    guard configuration == nil, let factory = declaration.configuration else { return configuration }
    return try running(.configuring, factory.make)
  }
}
