import WaymarkRuntime

/// An instance after all steps of its route.
private struct Product {
  var destination: ValueBox
  /// The destination as the requested type.
  var requested: ValueBox
  /// Whether `requested` is the destination itself, which callers can share, unlike the result of a closure.
  var isShared: Bool
  var isPrepared: Bool
}

extension CompiledRoute {
  /// Returns a box of the provider's requested type, or of the destination itself, creating it if needed.
  func make(_ request: MakingRequest, as provider: Provider?) throws(RouteError) -> ValueBox {
    request.registry.recorder?.used(self)
    guard let instanceSlot, request.given == nil else { return try makeNew(request, provider) }
    let own = request.moved(to: try request.registry.owner(of: self, slot: instanceSlot))
    if own.registry.checksNeeds(of: self) {
      try making(in: own.registry) { () throws(RouteError) in try own.registry.checkNeeds(of: self) }
    }
    let slot = provider?.slot ?? -1
    defer { request.registry.adopt(slot, of: self) }
    let box: ValueBox
    // Only `share` publishes in this slot.
    if slot != -1, let kept = own.registry.kept(ValueBox.self, in: slot, of: self) {
      box = try own.prepared(kept, by: self)
    } else if let key = declaration.key {
      box = try shareByKey(key, own, provider, in: instanceSlot)
    } else {
      box = try share(try own.registry.place(of: self, in: instanceSlot), own, provider)
    }
    request.registry.recordUse(of: self)
    return box
  }

  private func makeNew(_ request: MakingRequest, _ provider: Provider?) throws(RouteError) -> ValueBox {
    try begin(in: request.registry)
    defer { end(in: request.registry) }
    try request.registry.checkNeeds(of: self)
    return try product(request, provider).requested
  }

  /// Returns the instance for the key in the caller's configuration, creating it if needed.
  private func shareByKey(
    _ key: ConfigurationKey, _ request: MakingRequest, _ provider: Provider?, in slot: Int
  ) throws(RouteError) -> ValueBox {
    var request = request
    request.configuration = try making(in: request.registry) { () throws(RouteError) in
      try filled(request.configuration)
    }
    guard let configuration = request.configuration, let value = key.of(configuration) else {
      throw RouteError.configurationReplaced(key.type, by: request.configuration as Any)
    }
    let table = try request.registry.table(in: slot, of: self, orNew: KeyedInstances())
    return try table.with(value) { reference throws(RouteError) in
      try share(
        .weak(reference, as: declaration.destination, of: nil, request.registry), request, provider)
    }
  }

  /// Returns an instance that only a start creates, from `made` if an asynchronous factory has created it.
  func complete(_ made: ValueBox?, in registry: Registry) throws(RouteError) -> ValueBox {
    if let made { registry.recorder?.made(made.any, by: self) }
    if let made, !declaration.factory.hasPreparation { return made }
    return try making(in: registry) { () throws(RouteError) in
      try product(MakingRequest(in: registry, given: made), nil).destination
    }
  }

  /// Returns the kept instance, creating it if needed.
  ///
  /// The caller that creates an object prepares it before its route does, as always. Waymark keeps a value as its route
  /// created it, and each caller prepares a copy.
  private func share(
    _ place: InstancePlace, _ request: MakingRequest, _ provider: Provider?
  ) throws(RouteError) -> ValueBox {
    var made: Product?
    let destination = try place.get(self) { () throws(RouteError) in
      try begin(in: request.registry)
      defer { end(in: request.registry) }
      if declaration.needsStart { throw RouteError.notStarted(self, in: request.registry) }
      request.registry.recordRequirements(of: self)
      let new = try product(request, provider)
      made = new
      return new.destination
    }
    return try shared(destination, made, request, provider)
  }

  /// Returns a kept instance as the provider's requested type.
  ///
  /// - Parameter new: The steps' results, if this request has created the instance.
  private func shared(
    _ destination: ValueBox, _ new: Product?, _ request: MakingRequest, _ provider: Provider?
  ) throws(RouteError) -> ValueBox {
    var (requested, isShared) = new.map { ($0.requested, $0.isShared) } ?? (destination, true)
    if new == nil, provider != nil {
      (requested, isShared) = try making(in: request.registry) { () throws(RouteError) in
        try converted(destination, request, provider)
      }
    }
    // Another thread can have converted the instance first.
    if isShared, let slot = provider?.slot, slot != -1 {
      requested = try request.registry.keep(requested, in: slot, of: self)
    }
    return new?.isPrepared ?? false ? requested : try request.prepared(requested, by: self)
  }

  // MARK: - Steps

  /// Creates an instance, and runs all steps of the route.
  private func product(_ request: MakingRequest, _ provider: Provider?) throws(RouteError) -> Product {
    let destination = try request.given?.known(as: declaration.destination)
    let configuration = try filled(request.configuration)
    // The other steps have functions of their own, so that they take no stack while the factory runs.
    let made = if let destination { destination } else { try made(configuration, request) }
    return try product(of: made, configuration, request, provider)
  }

  /// Prepares and converts a new instance.
  private func product(
    of made: ValueBox, _ configuration: Any?, _ request: MakingRequest, _ provider: Provider?
  ) throws(RouteError) -> Product {
    var destination = made
    let isGiven = request.given != nil
    var (isPrepared, preparesFirst) = (false, false)
    var prepared: ValueBox?
    if let preparing = request.preparing, isGiven || instanceSlot == nil || destination.isObject {
      isPrepared = true
      // The result of a closure contains a copy of a value, so the route prepares the value first.
      preparesFirst = !isGiven && !destination.isObject && !(provider?.binding?.isPlain ?? true)
      if preparesFirst { try prepare(&destination, configuration, request) }
      var requested =
        if let given = request.given { given } else { try converted(destination, request, provider).box }
      do { try preparing(&requested) } catch { throw failure(error, of: .preparing) }
      let needsDestination =
        !preparesFirst && (declaration.factory.hasPreparation || instanceSlot != nil && !isGiven)
      if needsDestination, let behind = try self.destination(behind: requested, destination, provider) {
        // If the caller has replaced the instance, keep the replacement.
        destination = behind
      } else {
        prepared = requested
      }
    }
    if !preparesFirst { try prepare(&destination, configuration, request) }
    let (requested, isShared) =
      if let prepared { (prepared, false) } else { try converted(destination, request, provider) }
    return Product(
      destination: destination, requested: requested, isShared: isShared, isPrepared: isPrepared)
  }

  private func made(_ configuration: Any?, _ request: MakingRequest) throws(RouteError) -> ValueBox {
    let factory = declaration.factory
    func make<Destination>(_: Destination.Type) throws -> ValueBox {
      ValueBox(try factory.make(Destination.self, configuration, request.resolver))
    }
    let destination: ValueBox
    do {
      destination =
        try factory.makeInline(of: declaration.destination, request.resolver) ?? make(declaration.destination)
    } catch {
      throw failure(error, of: .making)
    }
    request.registry.recorder?.made(destination.any, by: self)
    return destination
  }

  private func prepare(
    _ destination: inout ValueBox, _ configuration: Any?, _ request: MakingRequest
  ) throws(RouteError) {
    guard declaration.factory.hasPreparation else { return }
    func prepared<Destination>(_: Destination.Type, _ box: ValueBox) throws -> ValueBox {
      // The route creates its destination.
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
    // An object from another source is the destination itself, so it isn't wrapped.
    if request.given != nil, let same = destination.cast(to: binding.type) { return (same, true) }
    return try running(.converting) {
      try destination.converted(to: binding.type, binding.conversion, provider.existential)
    }
  }

  /// Returns the destination behind the prepared result of its conversion, or nil if the result only wraps it.
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
    // A closure can wrap an object in another one of the same class. The wrapped object is then the route's.
    return isPlain || !original.isObject ? destination : nil
  }
}

extension CompiledRoute {
  /// The number of nested creations on a thread before a repetition counts as a cycle.
  ///
  /// A route that creates itself through others can end at some depth, as a tree of folders does, so the first
  /// repetition isn't an error yet. 64 levels take less than 200 KiB of stack in a debug build, which leaves most of
  /// the 512 KiB of the smallest threads that Foundation and Dispatch create.
  static var depthLimit: Int { 64 }

  /// Begins creation steps of this route, as one level of the thread's resolution stack.
  ///
  /// The caller ends them before it returns. A closure around the steps would need three times as much of the thread's
  /// stack in a debug build.
  @inline(__always)
  func begin(in registry: Registry) throws(RouteError) {
    if registry.purpose != .use { try refuse(in: registry) }
    if ResolutionStack.depth >= Self.depthLimit { try refuseRepetition(in: registry) }
    ResolutionStack.push(owner: registry, subject: self)
  }

  @inline(__always)
  func end(in registry: Registry) { ResolutionStack.pop(owner: registry, subject: self) }

  /// Runs creation steps of this route as one level of the thread's resolution stack.
  func making<Result>(
    in registry: Registry, _ body: () throws(RouteError) -> Result
  ) throws(RouteError) -> Result {
    try begin(in: registry)
    defer { end(in: registry) }
    return try body()
  }

  /// Throws an error during a module's own check, in a closed scope, or after the release of the root.
  func refuse(in registry: Registry) throws(RouteError) {
    if registry.purpose == .check { throw RouteError.madeDuringCheck(self) }
    // The caller retains the registry, and the registry retains its scope.
    if let scope = registry.openScope, scope.read({ $0.isOpen }) { return }
    try registry.checkIsOpen(for: self)
  }

  /// Throws an error if the thread is already creating a destination of this route.
  ///
  /// Beyond a depth of 128, it looks only in four ranges of 16 depths between a power of two and the next one, so that
  /// a deep chain takes linear time. Each frame of a cycle repeats another one, so a range finds the cycle.
  func refuseRepetition(in registry: Registry) throws(RouteError) {
    let depth = ResolutionStack.depth
    let quarter = 1 << (Int.bitWidth - depth.leadingZeroBitCount - 3)
    guard depth % quarter < 16, ResolutionStack.contain(owner: registry, subject: self) else { return }
    throw RouteError.dependencyCycle(closedBy: self)
  }

  /// Runs a user's closure, and adds the route and the step to an error that it throws.
  ///
  /// A rethrown error of a dependency already has its path and stays the same.
  @inline(__always)
  package func running<Result>(_ step: Step, _ body: () throws -> Result) throws(RouteError) -> Result {
    do {
      return try body()
    } catch {
      throw failure(error, of: step)
    }
  }
}
