public import WaymarkRuntime

// The fast path returns a kept instance, or a new one that needs only a factory and a conversion. It's inlined for the
// budgets of new and kept services, `Router`, and `@Routed`. Every other request takes the general path, which begins
// with a `MakingRequest`.
extension Registry {
  /// Returns a destination, creating it if needed, and reports errors, for a view only on the main actor.
  @inlinable
  @inline(__always)
  func make<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    guard let preparing else { return try make(type, role, name) }
    return try makePrepared(type, role, name, preparing)
  }

  /// Returns a destination without a caller's preparation, like the function above.
  @inlinable
  func make<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName
  ) throws(RouteError) -> Requested {
    try makeInline(type, role, name)
  }

  /// Returns a destination like the functions above, always inlined for the budgets of new and kept services.
  ///
  /// Unspecialized code doesn't call this, because it would ask the runtime for an optional type.
  @inlinable
  @inline(__always)
  func makeInline<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName
  ) throws(RouteError) -> Requested {
    do throws(RouteError) {
      return try makeUnreported(type, role, name)
    } catch {
      throw reporting(error, of: type, role, name)
    }
  }

  /// Returns a destination like `make`, without reporting errors.
  ///
  /// It's generic over the requested type instead of the token: looking up the metadata of a token and its associated
  /// type for each request would take ten times as long as the rest.
  @inlinable
  @inline(__always)
  func makeUnreported<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName
  ) throws(RouteError) -> Requested {
    // The layer retains the provider, and the registry retains the layer until the end of this call, so neither
    // reference needs counting.
    defer { withExtendedLifetime(self) {} }
    if let provider = layerReference.read({ $0.unretained(type, role, name) }),
      let made = try provider.read({ provider throws(RouteError) in try makeSimply(type, provider) })
    {
      return made
    }
    return try makeFully(type, role, name, nil)
  }

  /// Returns the destination of a provider, creating it if needed, and reports errors.
  @inlinable
  func make<Requested>(_ type: Requested.Type, _ provider: Provider) throws(RouteError) -> Requested {
    do throws(RouteError) {
      if let made = try makeSimply(type, provider) { return made }
      return try makeFully(type, provider)
    } catch {
      throw reporting(error)
    }
  }

  // MARK: - Checks

  // The next three functions check for a recorder, a closed registry, and an instance that's kept or needs preparation.
  // The function for unknown types repeats the checks.

  /// Returns the kept instance, or a new one that needs only a factory and a conversion, or else nil.
  @inlinable
  @inline(__always)
  func makeSimply<Requested>(
    _ type: Requested.Type, _ provider: Provider
  ) throws(RouteError) -> Requested? {
    isPlain ? try keptOrNew(type, provider) : try makeGuarded(type, provider)
  }

  /// Returns the same in a registry with a recorder, of a scope, or of a root's instances.
  @inlinable
  @inline(never)
  func makeGuarded<Requested>(
    _ type: Requested.Type, _ provider: Provider
  ) throws(RouteError) -> Requested? {
    guard recorder == nil else { return nil }
    // The caller retains the registry, and the registry retains the scope.
    if let scope = openScope {
      return try scope.read { (scope) throws(RouteError) -> Requested? in
        if scope.isClosed { return nil }
        if provider.slot < -1, let kept = scope.kept(provider, as: type) { return kept }
        return try keptOrNew(type, provider)
      }
    }
    // The slots are the root's, which can be released meanwhile.
    guard enter() else { return nil }
    defer { leave() }
    return try keptOrNew(type, provider)
  }

  @inlinable
  @inline(__always)
  func keptOrNew<Requested>(
    _ type: Requested.Type, _ provider: Provider
  ) throws(RouteError) -> Requested? {
    if provider.slot >= 0, let kept = slotsReference.read({ $0.unretainedBox(provider.slot) }) {
      // Only the general path publishes objects in this slot, for this provider's type. The slots retain them as long
      // as the registry exists, which the caller retains.
      return kept.read { $0.value(as: type) }
    }
    guard provider.isDirect else {
      // The provider has the key of this type, and so has the box.
      return try keepDirectly(provider)?.value(as: type)
    }
    var result = InlineValue()
    try makeDirectly(provider, into: &result)
    // The provider has the key of this type.
    return result.take(as: type)
  }

  /// Creates a destination that needs only a factory and a conversion.
  ///
  /// It isn't generic, so that a program has it once instead of for each type, and it stays in the processor's caches.
  @usableFromInline
  func makeDirectly(_ provider: Provider, into result: inout InlineValue) throws(RouteError) {
    try provider.route.making(in: self) { () throws(RouteError) in
      try provider.route.running(.making) { try provider.direct(self, &result) }
    }
  }

  /// A service found before its type is needed.
  ///
  /// An initializer's parameters have types known only at run time. Specialized code for each would cost several times
  /// as much, so as little of it as possible is generic. The budgets of initializers with three services need that.
  enum Simple {
    /// The box of a kept service, which exists as long as the registry.
    case kept(UnretainedReference<ValueBox>)
    /// The box of a kept service, which the root can release.
    case retained(ValueBox)
    /// A service that an open scope keeps.
    case keptInScope
    /// A new service, stored as its requested type.
    case new
  }

  /// Finds a kept service, or creates one that needs only a factory and a conversion, or returns nil.
  func makeSimply(_ key: TokenKey, into result: inout InlineValue) throws(RouteError) -> Simple? {
    // The registry retains the layer, and the caller retains the registry.
    guard let provider = layerReference.read({ $0.unretained(key) }) else { return nil }
    return try provider.read { (provider) throws(RouteError) in try makeSimply(provider, into: &result) }
  }

  @inline(__always)
  private func makeSimply(
    _ provider: Provider, into result: inout InlineValue
  ) throws(RouteError) -> Simple? {
    let slot = provider.slot
    if !isPlain {
      guard recorder == nil else { return nil }
      if let scope = openScope {
        if scope.read(\.isClosed) { return nil }
        if slot < -1 { return .keptInScope }
      } else if slot >= 0 {
        return kept(ValueBox.self, in: slot).map { .retained($0) }
      }
    }
    // As in the generic function above.
    if slot >= 0, let kept = slotsReference.read({ $0.unretainedBox(slot) }) { return .kept(kept) }
    guard provider.isDirect else { return nil }
    try makeDirectly(provider, into: &result)
    return .new
  }

  /// Returns the destination of a provider in unspecialized code, like the generic function above, and reports errors.
  ///
  /// That function's optional would make the runtime search for a type in each call.
  func makeUnspecialized<Requested>(_ type: Requested.Type, _ provider: Provider) throws(RouteError)
    -> Requested
  {
    do throws(RouteError) {
      var result = InlineValue()
      // The provider has the key of this type.
      switch try makeSimply(provider, into: &result) {
      case .kept(let box): return box.read { $0.value(as: type) }
      case .retained(let box): return box.value(as: type)
      case .new: return result.take(as: type)
      case .keptInScope, nil: return try makeFully(type, provider)
      }
    } catch {
      throw reporting(error)
    }
  }

  /// Returns a kept service, a new simple one, or the value of an open scope, or nil for anything else.
  func makeSimply(_ parameter: InlineParameter) throws(RouteError) -> InlineValue? {
    guard isPlain else { return try makeGuarded(parameter) }
    return try keptOrNew(parameter)
  }

  /// Returns the same in a registry with a recorder, of a scope, or of a root's instances.
  private func makeGuarded(_ parameter: InlineParameter) throws(RouteError) -> InlineValue? {
    guard recorder == nil else { return nil }
    // The caller retains the registry, and the registry retains the scope and the scopes around it.
    if let scope = openScope {
      if scope.read(\.isClosed) { return nil }
      if let found = scope.read({ $0.find(ObjectIdentifier(parameter.type.type)) }) {
        return found.read { parameter.type.copy($0) }
      }
      return try keptOrNew(parameter)
    }
    guard enter() else { return nil }
    defer { leave() }
    return try keptOrNew(parameter)
  }

  private func keptOrNew(_ parameter: InlineParameter) throws(RouteError) -> InlineValue? {
    // The registry retains the layer, and the caller retains the registry.
    guard let provider = layerReference.read({ $0.unretained(parameter.key) }) else { return nil }
    return try provider.read { (provider) throws(RouteError) -> InlineValue? in
      // Slots contain boxes, and the value for the key of a type has that type.
      if provider.slot >= 0, let kept = slotsReference.read({ $0.unretainedBox(provider.slot) }) {
        return kept.read { parameter.type.copy($0) }
      }
      if provider.slot != -1 {
        if provider.slot < -1, let kept = openScope?.read({ $0.keptBox(provider) }) {
          return parameter.type.copy(kept)
        }
        return try keepDirectly(provider).map { parameter.type.copy($0) }
      }
      guard provider.isDirect else { return nil }
      var result = InlineValue()
      try makeDirectly(provider, into: &result)
      return result
    }
  }

  // MARK: - The general path

  /// Returns a destination with the caller's preparation, and reports errors.
  @usableFromInline
  func makePrepared<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: @escaping Preparation<Requested>
  ) throws(RouteError) -> Requested {
    do throws(RouteError) {
      return try makeFully(type, role, name, preparing)
    } catch {
      throw reporting(error, of: type, role, name)
    }
  }

  /// Returns a destination in the general path.
  @usableFromInline
  func makeFully<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    guard let provider = provider(asked: type, role, name) else {
      if let completion {
        guard preparing == nil else { return try completion.makeFully(type, role, name, preparing) }
        return try completion.makeUnreported(type, role, name)
      }
      throw RouteError.unregistered(TokenDescription(type, role, name), in: self)
    }
    // The provider has the key of this type.
    return try provider.make(MakingRequest(in: self).preparing(preparing)).value(as: type)
  }

  @usableFromInline
  func makeFully<Requested>(_ type: Requested.Type, _ provider: Provider) throws(RouteError) -> Requested {
    try provider.make(MakingRequest(in: self)).value(as: type)
  }
}

extension CurrentRegistry {
  /// Returns a destination of the current registry, creating it if needed, for a view only on the main actor.
  ///
  /// It reads the bound or installed registry without counting a reference, which would make threads contend. The
  /// budget of `Router` on two threads needs that.
  @inlinable
  static func make<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    // Only registries are installed, and the process never releases them.
    guard let installed = InstalledObject.unretained(as: Registry.self) else {
      return try makeFromBound(type, role, name, preparing)
    }
    return try installed.read { registry throws(RouteError) in
      try registry.make(type, role, name, preparing)
    }
  }

  /// Returns the same for a bound registry.
  @inlinable
  @inline(never)
  static func makeFromBound<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    // Only registries own frames, and the call that pushed the innermost one hasn't ended.
    guard let owner = ResolutionStack.unretainedOwner(as: Registry.self) else {
      return try Registry.current.make(type, role, name, preparing)
    }
    return try owner.read { registry throws(RouteError) in try registry.make(type, role, name, preparing) }
  }
}
