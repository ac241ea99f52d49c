public import WaymarkRuntime

// The code that the compiler adds to each request in a program. For the budgets of kept services, `Router`, and
// `@Routed`, it finds the provider, and returns an instance that a root keeps. Everything else is a call of a function
// that isn't generic, because the budget of a request's compile time allows for little more.
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
  ///
  /// It's generic over the requested type instead of the token: looking up the metadata of a token and its associated
  /// type for each request would take ten times as long as the rest.
  @inlinable
  @inline(__always)
  func make<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName
  ) throws(RouteError) -> Requested {
    // The layer retains the provider, and the registry retains the layer until the end of this call, so neither
    // reference needs counting.
    defer { withExtendedLifetime(self) {} }
    let provider = layerReference.read { $0.unretained(type, role, name) }
    // The provider has the key of this type.
    if let provider, let kept = provider.read({ keptByRoot($0) }) { return kept.read { $0.value(as: type) } }
    var result = InlineValue()
    let found = try makeReporting(provider, type, role, name, into: &result)
    return result.take(isBoxed: found == .boxed, as: type)
  }

  /// Returns the destination of a provider, creating it if needed, and reports errors.
  @inlinable
  @inline(__always)
  func make<Requested>(_ type: Requested.Type, _ provider: Provider) throws(RouteError) -> Requested {
    // The provider has the key of this type.
    if let kept = keptByRoot(provider) { return kept.read { $0.value(as: type) } }
    var result = InlineValue()
    let found = try makeReporting(provider, into: &result)
    return result.take(isBoxed: found == .boxed, as: type)
  }

  /// Returns the box of an instance that a root keeps, by its type.
  @inlinable
  @inline(__always)
  func keptByRoot(_ type: Any.Type, _ role: TokenRole, _ name: KeyName) -> UnretainedReference<ValueBox>? {
    layerReference.read { $0.unretained(type, role, name) }?.read { keptByRoot($0) }
  }

  /// Returns the box of an instance that a root keeps.
  @inlinable
  @inline(__always)
  func keptByRoot(_ provider: Provider) -> UnretainedReference<ValueBox>? {
    // Only the general path publishes objects in this slot, for this provider's type. The slots, or the lifecycle after
    // a stop, retain them as long as the registry exists, which the caller retains.
    isPlain && provider.slot >= 0 ? slotsReference.read { $0.unretainedBox(provider.slot) } : nil
  }

  /// Returns a destination with the caller's preparation, and reports errors.
  @usableFromInline
  func makePrepared<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: @escaping Preparation<Requested>
  ) throws(RouteError) -> Requested {
    let request = MakingRequest(in: self).preparing(preparing)
    do throws(RouteError) {
      // The provider has the key of this type.
      return try makePrepared(request, type, role, name).value(as: type)
    } catch {
      throw reporting(error, of: TokenKey(type, role, name))
    }
  }
}

extension CurrentRegistry {
  /// Returns a destination of the current registry, creating it if needed, for a view only on the main actor.
  ///
  /// It reads the bound or installed registry without counting a reference, which would make threads contend. The
  /// budget of `Router` on two threads needs that.
  @inlinable
  @inline(__always)
  static func make<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    if let preparing { return try Registry.current.makePrepared(type, role, name, preparing) }
    // Only registries are installed, and the process never releases them. The provider has the key of this type.
    let installed = InstalledObject.unretained(as: Registry.self)
    if let kept = installed?.read({ $0.keptByRoot(type, role, name) }) {
      return kept.read { $0.value(as: type) }
    }
    var result = InlineValue()
    let found = try make(type, role, name, into: &result)
    return result.take(isBoxed: found == .boxed, as: type)
  }
}
