public import WaymarkRuntime

// The fast path finds a kept instance, or creates a new one that needs only a factory and a conversion. Nothing in it
// is generic, so a program has it once, whatever it requests. Every other request takes the general path, which begins
// with a `MakingRequest`.
extension Registry {
  /// The place of a destination, which is found before its type is needed.
  @usableFromInline
  struct Found {
    /// The box of the destination, or nil if the result is the destination as its requested type.
    @usableFromInline let box: UnretainedReference<ValueBox>?
    /// Whether a reference to the box was counted for the caller, or else the registry retains the box.
    @usableFromInline let isRetained: Bool

    static var value: Self { Self(box: nil, isRetained: false) }

    /// Returns a box that the registry retains.
    static func kept(_ box: UnretainedReference<ValueBox>) -> Self { Self(box: box, isRetained: false) }

    /// Returns a box that the caller releases.
    static func boxed(_ box: ValueBox) -> Self {
      Self(box: UnretainedReference(retaining: box), isRetained: true)
    }
  }

  /// Finds or creates a destination, and reports errors.
  ///
  /// It's one call for each request in a program, because a program has many, each with code of its own.
  @usableFromInline
  @inline(never)
  func makeReporting(
    _ token: TokenDescription, into result: inout InlineValue
  ) throws(RouteError) -> Found {
    // The other cases are in functions of their own, so that a kept instance takes no stack.
    if isPlain, let provider = imageReference.read({ $0.unretainedInOwnTable(token) }) {
      if let kept = provider.read({ keptByRoot($0) }) { return .kept(kept) }
      if provider.read({ $0.isDirect }) {
        return try provider.read { provider throws(RouteError) in
          try makeDirectlyReporting(provider, into: &result)
        }
      }
    }
    return try makeOtherReporting(token, into: &result)
  }

  /// Creates a destination that needs only a factory and a conversion, and reports errors.
  @inline(never)
  private func makeDirectlyReporting(
    _ provider: Provider, into result: inout InlineValue
  ) throws(RouteError) -> Found {
    do throws(RouteError) {
      try makeDirectly(provider, into: &result)
      return .value
    } catch {
      throw reporting(error)
    }
  }

  /// Finds or creates any other destination, and reports errors.
  @inline(never)
  private func makeOtherReporting(
    _ token: TokenDescription, into result: inout InlineValue
  ) throws(RouteError) -> Found {
    let provider = imageReference.read { $0.unretained(token) }
    if let provider, let kept = provider.read({ keptByRoot($0) }) { return .kept(kept) }
    do throws(RouteError) {
      return try make(provider, token, into: &result)
    } catch {
      throw reporting(error)
    }
  }

  /// Finds or creates the destination of a provider, and reports errors.
  @usableFromInline
  @inline(never)
  func makeReporting(_ provider: Provider, into result: inout InlineValue) throws(RouteError) -> Found {
    if let kept = keptByRoot(provider) { return .kept(kept) }
    do throws(RouteError) {
      if let found = try makeSimply(provider, into: &result) { return found }
      return .boxed(try provider.make(MakingRequest(in: self)))
    } catch {
      throw reporting(error)
    }
  }

  /// Returns the box of an instance that a root keeps.
  @inline(__always)
  func keptByRoot(_ provider: Provider) -> UnretainedReference<ValueBox>? {
    // Only the general path publishes objects in this slot, for this provider's type. The slots, or the lifecycle after
    // a stop, retain them as long as the registry exists, which the caller retains.
    isPlain && provider.slot >= 0 ? slotsReference.read { $0.unretainedBox(provider.slot) } : nil
  }

  /// Finds or creates the destination of the provider in the registry's own image, if any.
  @inline(__always)
  func make(
    _ provider: UnretainedReference<Provider>?, _ token: TokenDescription, into result: inout InlineValue
  ) throws(RouteError) -> Found {
    if let provider,
      let found = try provider.read({ provider throws(RouteError) in
        try makeSimply(provider, into: &result)
      })
    {
      return found
    }
    return try makeFully(token, into: &result)
  }

  /// Finds or creates a destination in the general path.
  @inline(never)
  private func makeFully(
    _ token: TokenDescription, into result: inout InlineValue
  ) throws(RouteError) -> Found {
    .boxed(try makeFully(MakingRequest(in: self), token))
  }

  /// Finds or creates the destination of a request in the general path.
  func makeFully(_ request: MakingRequest, _ token: TokenDescription) throws(RouteError) -> ValueBox {
    guard let provider = provider(asked: token) else { throw RouteError.unregistered(token, in: self) }
    return try provider.make(request)
  }

  // MARK: - Without the general path

  /// Finds or creates a service like the function below.
  @_transparent
  func makeSimply(_ token: TokenDescription, into result: inout InlineValue) throws(RouteError) -> Found? {
    // The registry retains the image, and the caller retains the registry.
    guard let provider = imageReference.read({ $0.unretained(token) }) else { return nil }
    return try provider.read { provider throws(RouteError) in try makeSimply(provider, into: &result) }
  }

  /// Finds a kept destination, or creates one that needs only a factory and a conversion, or returns nil for a request
  /// that needs the general path.
  ///
  /// It's inlined into the few functions of this file that need it, because the budgets of a new service and of a
  /// scope's kept one allow for no other call.
  @_transparent
  private func makeSimply(_ provider: Provider, into result: inout InlineValue) throws(RouteError) -> Found? {
    guard isPlain || isOpenScope else { return try makeGuarded(provider, into: &result) }
    if let kept = kept(provider, into: &result) { return kept }
    return try makeUnkept(provider, into: &result)
  }

  /// Returns the same in a registry with a recorder, of a closed scope, or of a root's or scope's instances.
  @inline(never)
  private func makeGuarded(_ provider: Provider, into result: inout InlineValue) throws(RouteError) -> Found?
  {
    guard enterSimply() else { return nil }
    defer { leave() }
    if let kept = kept(provider, into: &result) {
      recordUse(of: provider.route)
      return kept
    }
    return try makeUnkept(provider, into: &result)
  }

  /// Begins to use the slots, which are the root's, and which can be released meanwhile.
  private func enterSimply() -> Bool { isSimple && openScope?.read { $0.isOpen } ?? true && enter() }

  @inline(__always)
  private func makeUnkept(_ provider: Provider, into result: inout InlineValue) throws(RouteError) -> Found? {
    guard provider.isDirect else {
      guard let (maker, place) = directPlace(of: provider) else { return nil }
      guard let box = try maker.create(provider, in: place) else { return nil }
      return .boxed(box)
    }
    try makeDirectly(provider, into: &result)
    return .value
  }

  /// Whether this is an open scope with an object of its own, so that the root exists as long as this registry.
  @inline(__always)
  private var isOpenScope: Bool {
    // The caller retains the registry, and the registry retains the scope.
    guard let openScope else { return false }
    return purpose != .maker && isSimple && openScope.read { $0.isOpen }
  }

  /// Whether requests need neither a recorder nor a look at the instances that were stopped.
  private var isSimple: Bool { attachmentsReference?.read { $0.isSimple } ?? true }

  /// Finds the instance that the root or a scope keeps.
  @inline(__always)
  private func kept(_ provider: Provider, into result: inout InlineValue) -> Found? {
    if provider.slot < -1 { return openScope?.read { $0.kept(provider, into: &result) } }
    // As in `keptByRoot`. The slots can be released meanwhile, so the result has a reference of its own.
    guard provider.slot >= 0, let kept = slotsReference.read({ $0.unretainedBox(provider.slot) }) else {
      return nil
    }
    guard provider.isReference else { return .boxed(kept.object) }
    kept.read { $0.copyReference(into: &result) }
    return .value
  }

  /// Creates a destination that needs only a factory and a conversion.
  @inline(__always)
  func makeDirectly(_ provider: Provider, into result: inout InlineValue) throws(RouteError) {
    let route = provider.route
    try route.begin(in: self)
    defer { route.end(in: self) }
    do {
      try provider.makeDirectly(in: self, into: &result)
    } catch {
      throw route.failure(error, of: .making)
    }
  }
}

extension CurrentRegistry {
  /// Finds or creates a destination of the current registry, and reports errors.
  @usableFromInline
  @inline(never)
  static func make(
    _ token: TokenDescription, into result: inout InlineValue
  ) throws(RouteError) -> Registry.Found {
    // Only registries are installed, and the process never releases them. Only registries own frames, and the call that
    // pushed the innermost one hasn't ended.
    let registry =
      InstalledObject.unretained(as: Registry.self) ?? ResolutionStack.unretainedOwner(as: Registry.self)
    // A binding retains its registry until its operation ends.
    guard let registry else { return try Registry.current.makeReporting(token, into: &result) }
    return try registry.read { registry throws(RouteError) in
      try registry.makeReporting(token, into: &result)
    }
  }
}

extension OpenScope {
  /// Finds the instance that this scope or an outer one keeps for a provider.
  @inline(__always)
  func kept(_ provider: Provider, into result: inout InlineValue) -> Registry.Found? {
    guard provider.route.scope == identity else { return keptAround(provider, into: &result) }
    // Only the general path publishes objects in this slot, in boxes of this provider's type.
    if copyPinned(at: -2 - provider.slot, into: &result) { return .value }
    guard provider.isReference else { return keptBox(provider).map { .boxed($0) } }
    return copyReference(at: -2 - provider.slot, into: &result) ? .value : nil
  }

  // If it were inlined, the compiler would also inline the call in it, a dozen scopes deep.
  @inline(never)
  private func keptAround(_ provider: Provider, into result: inout InlineValue) -> Registry.Found? {
    // The scope retains its outer registry, which retains its own scope.
    outer.openScope.flatMap { $0.read { $0.kept(provider, into: &result) } }
  }

  /// Returns the box that this scope keeps for a provider of its own.
  private func keptBox(_ provider: Provider) -> ValueBox? {
    // As above.
    self[-2 - provider.slot].map { knownDowncast($0, to: ValueBox.self) }
  }
}
