public import WaymarkRuntime

/// An instance after all steps of its route.
private struct Product {
  var destination: ValueBox
  /// The destination as the requested type.
  var requested: ValueBox
  /// Whether `requested` is the destination itself, so that all callers may share it.
  ///
  /// The result of a closure may be unsafe to share, and is made for each caller.
  var isShared: Bool
  /// Whether the caller has prepared `requested`.
  var isPrepared: Bool
}

extension CompiledRoute {
  /// Returns the destination, creating it if needed.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - provider: The provider that converts the destination; nil for the destination itself.
  /// - Returns: A box of the provider's requested type.
  func make(_ request: MakingRequest, as provider: Provider?) throws(RouteError) -> ValueBox {
    guard let instanceSlot, request.given == nil else {
      return try making(in: request.registry) { () throws(RouteError) in
        try product(request, provider).requested
      }
    }
    var own = request.moved(to: try request.registry.keeper(of: self, slot: instanceSlot))
    let slot = provider?.slot ?? -1
    defer { request.registry.adopt(slot) }
    // Only `share` publishes in this slot.
    if slot != -1, let kept = own.registry.kept(ValueBox.self, in: slot) {
      return try own.prepared(kept, by: self)
    }
    guard let key = declaration.key else {
      return try share(InstancePlace(instanceSlot, of: own.registry, declaration.lifetime), own, provider)
    }
    own.configuration = try making(in: own.registry) { () throws(RouteError) in
      try filled(own.configuration)
    }
    guard let configuration = own.configuration, let value = key.of(configuration) else {
      throw RouteError.configurationReplaced(key.type, by: own.configuration as Any)
    }
    return try own.registry.table(in: instanceSlot, orNew: KeyedInstances()).with(value) {
      entry throws(RouteError) in
      try share(.entry(entry), own, provider)
    }
  }

  /// Returns an instance that only a start makes, and that's kept elsewhere.
  ///
  /// - Parameter made: The instance, if asynchronous work has made it.
  func complete(_ made: ValueBox?, in registry: Registry) throws(RouteError) -> ValueBox {
    if let made { registry.recorder?.made(made.any, by: self) }
    if let made, !declaration.factory.hasPreparation { return made }
    return try making(in: registry) { () throws(RouteError) in
      try product(MakingRequest(in: registry, given: made), nil).destination
    }
  }

  /// Returns the kept instance, creating it if needed.
  ///
  /// The caller that causes an object to be made prepares it before its route does, as always. A value is
  /// kept as its route made it, and each caller prepares a copy.
  private func share(
    _ place: InstancePlace, _ request: MakingRequest, _ provider: Provider?
  ) throws(RouteError) -> ValueBox {
    var made: Product?
    let destination = try place.get(self) { () throws(RouteError) in
      try making(in: request.registry) { () throws(RouteError) in
        try checkStarted(in: request.registry)
        let new = try product(request, provider)
        made = new
        return new.destination
      }
    }
    var (requested, isShared) = made.map { ($0.requested, $0.isShared) } ?? (destination, true)
    if made == nil, provider != nil {
      (requested, isShared) = try making(in: request.registry) { () throws(RouteError) in
        try converted(destination, request, provider)
      }
    }
    // Another thread may have converted the instance first.
    if isShared, let slot = provider?.slot, slot != -1 {
      requested = try request.registry.keep(requested, in: slot)
    }
    return made?.isPrepared ?? false ? requested : try request.prepared(requested, by: self)
  }

  // MARK: - Steps

  /// Makes an instance, and runs all steps of the route.
  private func product(_ request: MakingRequest, _ provider: Provider?) throws(RouteError) -> Product {
    let given = try request.given.map { given throws(RouteError) in
      guard let destination = given.cast(to: declaration.destination) else {
        throw RouteError.destinationMismatch(given.any, as: declaration.destination)
      }
      return destination
    }
    let configuration = try filled(request.configuration)
    var destination: ValueBox
    if let given { destination = given } else { destination = try made(configuration, request) }
    guard let preparing = request.preparing, given != nil || instanceSlot == nil || destination.isObject
    else {
      try prepare(&destination, configuration, request)
      let (requested, isShared) = try converted(destination, request, provider)
      return Product(destination: destination, requested: requested, isShared: isShared, isPrepared: false)
    }
    var requested = destination
    if let given = request.given {
      requested = given
    } else {
      requested = try converted(destination, request, provider).box
    }
    try running(.preparing) { try preparing(&requested) }
    let needsDestination = declaration.factory.hasPreparation || instanceSlot != nil && given == nil
    // The instance that the caller may have put in the place of one that's kept is kept instead.
    if needsDestination, let behind = try self.destination(behind: requested, destination, provider) {
      destination = behind
      try prepare(&destination, configuration, request)
      let (requested, isShared) = try converted(destination, request, provider)
      return Product(destination: destination, requested: requested, isShared: isShared, isPrepared: true)
    }
    try prepare(&destination, configuration, request)
    if given != nil, declaration.factory.hasPreparation {
      requested = try converted(destination, request, provider).box
    }
    return Product(destination: destination, requested: requested, isShared: false, isPrepared: true)
  }

  private func made(_ configuration: Any?, _ request: MakingRequest) throws(RouteError) -> ValueBox {
    let factory = declaration.factory
    func make<Destination>(_: Destination.Type) throws -> ValueBox {
      ValueBox(try factory.make(Destination.self, configuration, request.resolver))
    }
    let destination = try running(.making) {
      try factory.makeObject(of: declaration.destination, request.resolver) ?? make(declaration.destination)
    }
    request.registry.recorder?.made(destination.any, by: self)
    return destination
  }

  private func prepare(
    _ destination: inout ValueBox, _ configuration: Any?, _ request: MakingRequest
  ) throws(RouteError) {
    guard declaration.factory.hasPreparation else { return }
    func prepared<Destination>(_: Destination.Type, _ box: ValueBox) throws -> ValueBox {
      // The route makes its destination.
      var destination = box.value(as: Destination.self)
      try declaration.factory.prepare(&destination, configuration, request.resolver)
      return ValueBox(destination)
    }
    destination = try running(.preparing) { try prepared(declaration.destination, destination) }
  }

  private func converted(
    _ destination: ValueBox, _ request: MakingRequest, _ provider: Provider?
  ) throws(RouteError) -> (box: ValueBox, isShared: Bool) {
    guard let provider, let binding = provider.binding, !binding.role.isModule else {
      return (destination, true)
    }
    // An object that was made elsewhere is the destination itself, so it isn't wrapped.
    if request.given != nil, let same = destination.cast(to: binding.type) { return (same, true) }
    return try running(.converting) {
      try destination.converted(to: binding.type, binding.conversion, provider.existential)
    }
  }

  /// Returns the destination behind the result of its conversion.
  ///
  /// - Parameters:
  ///   - requested: The result, which the caller has prepared, and may have replaced.
  ///   - original: The destination that was converted.
  ///   - provider: The provider that converted it.
  /// - Returns: The destination to continue with; nil if `requested` isn't that destination, but wraps the original.
  private func destination(
    behind requested: ValueBox, _ original: ValueBox, _ provider: Provider?
  ) throws(RouteError) -> ValueBox? {
    // Most callers change an object without replacing it.
    if requested.isSame(as: original) { return original }
    let isPlain = provider?.binding?.isPlain ?? true
    guard let destination = requested.cast(to: original.type) else {
      if isPlain { throw RouteError.destinationMismatch(requested.any, as: original.type) }
      return nil
    }
    // A closure may wrap an object in another one of the same class; then the wrapped one is the route's.
    return isPlain || !original.isObject ? destination : nil
  }
}

extension CompiledRoute {
  /// The number of routes a thread may be making before a repetition counts as a cycle.
  ///
  /// A route that makes itself through others may end at some depth (a tree of folders does), so the first
  /// repetition isn't an error yet. 64 levels take less than 200 KiB of stack in a debug build, which leaves
  /// most of the 512 KiB of the smallest threads that Foundation and Dispatch create.
  @inlinable static var depthLimit: Int { 64 }

  /// Runs the steps that make a destination of this route, as one level of the thread's resolution stack.
  @inlinable
  @inline(__always)
  func making<Result>(
    in registry: Registry, _ body: () throws(RouteError) -> Result
  ) throws(RouteError) -> Result {
    if registry.purpose != .use { try refuse(in: registry) }
    if ResolutionStack.depth >= Self.depthLimit { try refuseRepetition(in: registry) }
    return try ResolutionStack.with(owner: registry, subject: self, body)
  }

  /// Throws an error if a registry can't make anything: during a module's own check, in a closed scope, or after the
  /// release of the root.
  @usableFromInline
  func refuse(in registry: Registry) throws(RouteError) {
    if registry.purpose == .check { throw RouteError.madeDuringCheck(self) }
    // The caller retains the registry, and the registry retains its scope.
    if let scope = registry.openScope, !scope.read(\.isClosed) { return }
    try registry.checkIsOpen()
  }

  /// Throws an error if the thread is already making a destination of this route.
  @usableFromInline
  func refuseRepetition(in registry: Registry) throws(RouteError) {
    guard ResolutionStack.contain(owner: registry, subject: self) else { return }
    throw RouteError.dependencyCycle(closedBy: self)
  }

  /// A step of making a destination that runs a user's closure.
  @usableFromInline
  package enum Step {
    case configuring
    case making
    case converting
    case decorating
    case preparing
  }

  /// Runs a user's closure, and adds the route and the step to an error that it throws.
  ///
  /// An error of a dependency that the closure rethrows isn't changed: it already has its path.
  @inlinable
  @inline(__always)
  package func running<Result>(_ step: Step, _ body: () throws -> Result) throws(RouteError) -> Result {
    do {
      return try body()
    } catch {
      throw failure(error, of: step)
    }
  }

  /// Returns an error that a user's closure threw as the error of the route.
  @usableFromInline
  package func failure(_ error: any Error, of step: Step) -> RouteError {
    if let failure = error as? ConversionFailure { return self.failure(failure.underlying, of: .converting) }
    if let failure = error as? DecorationFailure { return self.failure(failure.underlying, of: .decorating) }
    if let error = error as? RouteError {
      if error.hasPassed(through: self) { return error }
      // An error of the parameters is complete except for the route.
      if error.isOfParameter {
        let error = RouteError.here(
          error.code, error.message, remedy: error.remedy, underlying: error.underlying)
        return error.hasPassed(through: self) ? error : error.needed(by: [self])
      }
    }
    return RouteError.failed(step, of: self, underlying: error).following(error)
  }
}
