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
