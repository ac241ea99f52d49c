public import WaymarkRuntime

extension Registry {
  /// What all of the above do; for a view, on the main actor only.
  ///
  /// Generic over what is requested, not over the token: the metadata of a token, and its associated type,
  /// would have to be looked up for each request, at ten times the cost of the rest.
  @inlinable
  func make<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    // The layer keeps the provider, and the registry keeps the layer until the end of this call, so that neither is
    // counted.
    defer { withExtendedLifetime(self) {} }
    guard preparing == nil, recorder == nil, let provider = layer.unretained(TokenKey(type, role)) else {
      return try makeFully(type, role, preparing)
    }
    return try provider.read { provider throws(RouteError) in
      try makeSimply(type, provider) { () throws(RouteError) in try makeFully(type, role, nil) }
    }
  }

  /// Returns what's kept, or makes what needs no more than a factory and a conversion; other cases go to `otherwise`.
  @inlinable
  @inline(__always)
  func makeSimply<Requested>(
    _ type: Requested.Type, _ provider: Provider, otherwise: () throws(RouteError) -> Requested
  ) throws(RouteError) -> Requested {
    if provider.slot >= 0, let kept = instances.unretained(provider.slot) {
      // Published for this slot only by the productions and adaptations of this provider's type; the slots keep what
      // is in them as long as the registry, which the caller keeps.
      return kept.read { knownDowncast($0, to: ValueBox.self).value(as: type) }
    }
    guard provider.isDirect else { return try otherwise() }
    do throws(RouteError) {
      return try provider.route.making(in: self) { () throws(RouteError) in
        // The provider was found under the key of this type.
        var result = InlineValue()
        try provider.route.running(.making) { try provider.direct(self, &result) }
        return result.take(as: type)
      }
    } catch {
      throw reporting(error)
    }
  }

  /// Stores a service that's kept, or that needs no more than a factory and a conversion, as its requested type.
  ///
  /// Not generic: the parameters of an initializer are resolved where their types are known only at run time, and
  /// generic code for each would cost several times as much.
  ///
  /// - Returns: False where there's more to do, or nothing provides the service.
  func makeSimply(_ key: TokenKey, into result: inout InlineValue) throws(RouteError) -> Bool {
    guard recorder == nil, let provider = layer.unretained(key) else { return false }
    // The registry keeps the layer, and the caller keeps the registry.
    return try provider.read { provider throws(RouteError) in
      if provider.slot >= 0, let kept = instances.unretained(provider.slot) {
        // As in the generic function above.
        kept.read { knownDowncast($0, to: ValueBox.self).copy(to: &result) }
        return true
      }
      guard provider.isDirect else { return false }
      do throws(RouteError) {
        try provider.route.making(in: self) { () throws(RouteError) in
          try provider.route.running(.making) { try provider.direct(self, &result) }
        }
      } catch {
        throw reporting(error)
      }
      return true
    }
  }

  /// The way with everything: preparation, lifetimes, configuration, a dry run that listens.
  @usableFromInline
  func makeFully<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    do throws(RouteError) {
      guard let provider = provider(asked: TokenKey(type, role)) else {
        throw RouteError.unregistered(TokenDescription(type, role), in: self)
      }
      return try provider.make(as: type, Resolver(registry: self), nil, preparing)
    } catch {
      throw reporting(error)
    }
  }
}

/// Calls `body` with the preparation of a caller, which isn't kept.
func withPreparation<Requested, Result>(
  _ preparing: (inout Requested) throws -> Void,
  _ body: (@escaping Preparation<Requested>) throws(RouteError) -> Result
) throws(RouteError) -> Result {
  var result: Swift.Result<Result, RouteError>?
  withoutActuallyEscaping(preparing) { preparing in
    do throws(RouteError) {
      result = .success(try body(preparing))
    } catch {
      result = .failure(error)
    }
  }
  guard let result else { preconditionFailure("withoutActuallyEscaping runs its body") }
  return try result.get()
}
