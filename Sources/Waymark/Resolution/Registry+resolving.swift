public import WaymarkRuntime

extension Registry {
  /// Returns a destination, creating it if needed, and reports errors; for a view, on the main actor only.
  @inlinable
  func make<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    do throws(RouteError) {
      return try makeUnreported(type, role, name, preparing)
    } catch {
      throw reporting(error, of: TokenKey(type, role, name))
    }
  }

  /// Does the same as `make`, and leaves it to the caller to report errors.
  ///
  /// It's generic over the requested type, not over the token: the metadata of a token and of its associated
  /// type would have to be looked up for each request, at ten times the cost of the rest.
  @inlinable
  func makeUnreported<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    // The layer retains the provider, and the registry retains the layer until the end of this call, so that
    // neither reference has to be counted.
    defer { withExtendedLifetime(self) {} }
    guard preparing == nil, isPlain, let provider = layer.unretained(TokenKey(type, role)),
      provider.read({ $0.name == name.address || name.isNone && $0.name != .max })
    else {
      return try makeSpecially(type, role, name, preparing)
    }
    return try provider.read { provider throws(RouteError) in
      try makeSimply(type, provider) { () throws(RouteError) in try makeFully(type, role, name, nil) }
    }
  }

  /// Returns a destination of a registry that isn't plain, by another name than the only one of its type, or in the general
  /// case.
  @inlinable
  @inline(never)
  func makeSpecially<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    // As above.
    defer { withExtendedLifetime(self) {} }
    guard preparing == nil, let provider = layer.unretained(type, role, name) else {
      return try makeFully(type, role, name, preparing)
    }
    return try provider.read { provider throws(RouteError) in
      guard !isPlain else {
        return try makeSimply(type, provider) { () throws(RouteError) in try makeFully(type, role, name, nil)
        }
      }
      return try makeInScope(type, provider) { () throws(RouteError) in try makeFully(type, role, name, nil) }
    }
  }

  /// Does the same as `makeSimply`, for a registry that isn't plain.
  @inlinable
  @inline(__always)
  func makeInScope<Requested>(
    _ type: Requested.Type, _ provider: Provider, otherwise: () throws(RouteError) -> Requested
  ) throws(RouteError) -> Requested {
    // The caller retains the registry, and the registry retains the scope.
    guard recorder == nil, let scope = openScope else {
      return try makeCounted(type, provider, otherwise: otherwise)
    }
    return try scope.read { (scope) throws(RouteError) -> Requested in
      if scope.isClosed { return try otherwise() }
      if provider.slot < -1, let kept = scope.kept(provider, as: type) { return kept }
      return try makeSimply(type, provider, otherwise: otherwise)
    }
  }

  /// Does the same in the registry that a root's instances have, which uses the root's slots meanwhile.
  @inlinable
  @inline(never)
  func makeCounted<Requested>(
    _ type: Requested.Type, _ provider: Provider, otherwise: () throws(RouteError) -> Requested
  ) throws(RouteError) -> Requested {
    guard isCounted, recorder == nil, enter() else { return try otherwise() }
    defer { leave() }
    return try makeSimply(type, provider, otherwise: otherwise)
  }

  /// Returns the kept instance, or makes one that only needs a factory and a conversion; otherwise calls
  /// `otherwise`.
  @inlinable
  @inline(__always)
  func makeSimply<Requested>(
    _ type: Requested.Type, _ provider: Provider, otherwise: () throws(RouteError) -> Requested
  ) throws(RouteError) -> Requested {
    if provider.slot >= 0, let kept = instances.unretained(provider.slot) {
      // Objects in this slot are published only by the productions and adaptations of this provider's type.
      // The slots retain them as long as the registry exists, which the caller retains.
      return kept.read { knownDowncast($0, to: ValueBox.self).value(as: type) }
    }
    guard provider.isDirect else { return try otherwise() }
    var result = InlineValue()
    try makeDirectly(provider, into: &result)
    // The provider was found under the key of this type.
    return result.take(as: type)
  }

  /// Makes a destination that only needs a factory and a conversion.
  ///
  /// It isn't generic, so that a program has it once and not for each type, and it stays in the processor's caches.
  ///
  /// - Parameters:
  ///   - provider: A direct provider; a scope's registry was found to be open.
  ///   - result: The storage for the destination as the provider's requested type.
  @usableFromInline
  func makeDirectly(_ provider: Provider, into result: inout InlineValue) throws(RouteError) {
    if purpose == .check { try provider.route.refuse(in: self) }
    try provider.route.makingUnrefused(in: self) { () throws(RouteError) in
      try provider.route.running(.making) { try provider.direct(self, &result) }
    }
  }

  /// What's found for a service before its type is needed.
  ///
  /// The parameters of an initializer are resolved where their types are known only at run time. Specialized code for
  /// each would cost several times as much, so that as little as possible of it is generic.
  enum Simple {
    /// The box of a kept service, which exists as long as the registry.
    case kept(UnretainedReference<AnyObject>)
    /// The box of a kept service, which the root may release.
    case retained(AnyObject)
    /// A service that an open scope keeps.
    case keptInScope
    /// A new service, which was stored as its requested type.
    case new
  }

  /// Finds a kept service, or makes one that only needs a factory and a conversion.
  ///
  /// - Parameter result: The storage for a new service.
  /// - Returns: Nil if the service needs more, or if nothing provides it.
  func makeSimply(_ key: TokenKey, into result: inout InlineValue) throws(RouteError) -> Simple? {
    guard recorder == nil, let provider = layer.unretained(key) else { return nil }
    // As above.
    if let scope = openScope, scope.read(\.isClosed) { return nil }
    // The registry retains the layer, and the caller retains the registry.
    return try provider.read { (provider) throws(RouteError) -> Simple? in
      if provider.slot >= 0 {
        if isCounted { return kept(in: provider.slot).map { .retained($0) } }
        // As in the generic function above.
        if let kept = instances.unretained(provider.slot) { return .kept(kept) }
      }
      if provider.slot < -1 { return scope == nil ? nil : .keptInScope }
      guard provider.isDirect else { return nil }
      try makeDirectly(provider, into: &result)
      return .new
    }
  }

  /// Returns a destination in the general case: with preparation, lifetime, configuration, and recorder.
  @usableFromInline
  func makeFully<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    guard let provider = provider(asked: type, role, name) else {
      if let completion { return try completion.makeUnreported(type, role, name, preparing) }
      throw RouteError.unregistered(TokenDescription(type, role, name), in: self)
    }
    // The provider was found under the key of this type.
    return try provider.make(MakingRequest(in: self).preparing(preparing)).value(as: type)
  }
}

/// Calls `body` with the caller's preparation, which doesn't escape.
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
