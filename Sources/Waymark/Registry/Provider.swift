public import WaymarkRuntime

/// One key's way to what it asks for: what the registry's table holds.
///
/// The subclasses are generic over the requested type. A provider is only ever found under the key of that
/// very type and role, which is what makes the downcasts below sound.
@usableFromInline
class Provider: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): this class and its subclasses, all in this file, have only `let`s of
  // `Sendable` types; the compiler does not check that for a class that is not final.

  let token: TokenDescription
  @usableFromInline let route: RouteRecord
  /// Where a registry keeps the singleton as what is asked for; nil where it keeps none.
  @usableFromInline let slot: Int?
  /// The adapter through which the route is reached; nil where the route itself provides the token.
  let adapter: AdapterDraft?

  fileprivate init(
    _ token: TokenDescription, _ route: RouteRecord, adapter: AdapterDraft?, slot: Int? = nil
  ) {
    self.token = token
    self.route = route
    self.slot = slot
    self.adapter = adapter
  }
}

/// What a caller does to a destination before its route does.
@usableFromInline
typealias Preparation<Requested> = (inout Requested) throws -> Void

/// Makes destinations as `Requested`.
///
/// The provider of a view is called on the main actor only: by functions that are bound to it.
@usableFromInline
final class DestinationProvider<Requested>: Provider, @unchecked Sendable {
  typealias Make = @Sendable (Resolver, Any?, Preparation<Requested>?) throws(RouteError) -> Requested
  typealias Prepare = @Sendable (Resolver, Requested, Preparation<Requested>?) throws(RouteError) -> Requested

  /// Makes a destination, or hands out the one that is kept.
  ///
  /// The second parameter is the filled configuration, nil for the default one.
  let make: Make
  /// Prepares an object made elsewhere as if the route had made it.
  let prepare: Prepare
  /// Makes a new destination, where that is all there is to it: no lifetime, no configuration, and no
  /// preparation by the route.
  ///
  /// Most requests take this way. It is no optional, because unwrapping one would count a reference.
  @usableFromInline let direct: DirectWay<Requested>
  /// Whether there is such a way.
  @usableFromInline let isDirect: Bool

  init(
    _ token: TokenDescription, _ route: RouteRecord, adapter: AdapterDraft? = nil, slot: Int?,
    make: @escaping Make, prepare: @escaping Prepare, direct: DirectWay<Requested>? = nil
  ) {
    self.make = make
    self.prepare = prepare
    isDirect = direct != nil
    self.direct = direct ?? DirectWay { try make(Resolver(registry: $0), nil, nil) }
    super.init(token, route, adapter: adapter, slot: slot)
  }
}

/// Makes and fills configurations as `Requested`.
final class ModuleProvider<Requested>: Provider, @unchecked Sendable {
  init(_ token: TokenDescription, _ route: RouteRecord, adapter: AdapterDraft? = nil, as type: Requested.Type)
  {
    super.init(token, route, adapter: adapter)
  }

  /// A configuration, filled by the caller.
  ///
  /// - Returns: The configuration, with the type that the route's closures take.
  func configuration(
    filledBy configuring: (inout Requested) throws -> Void, in registry: Registry
  ) throws(RouteError) -> Any {
    guard let recipe = route.draft.configuration else {
      throw RouteError.noConfiguration(route)
    }
    return try route.making(in: registry) { () throws(RouteError) -> Any in
      let fresh = try route.running(.configuring, recipe.make)
      guard var module = fresh as? Requested else {
        throw RouteError.configurationMismatch(token, recipe.type)
      }
      try route.running(.configuring) { try configuring(&module) }
      guard recipe.accepts(module) else {
        throw RouteError.configurationReplaced(recipe.type, by: module)
      }
      return module
    }
  }
}

extension Provider {
  /// This provider as the one of a destination that is asked for as `Requested`.
  @inlinable
  @inline(__always)
  func destination<Requested>(as _: Requested.Type) -> DestinationProvider<Requested> {
    // Found under the key of `Requested` with a destination's role, so the compiler of the registry made
    // it as a `DestinationProvider<Requested>`: `Provision` and `AdapterDraft` do, and nobody else.
    knownDowncast(self, to: DestinationProvider<Requested>.self)
  }

  /// This provider as the one of a configuration that is asked for as `Requested`.
  func module<Requested>(as _: Requested.Type) -> ModuleProvider<Requested> {
    // As above, for the role of a module: `ModuleProvision` and `AdapterDraft`.
    knownDowncast(self, to: ModuleProvider<Requested>.self)
  }
}
