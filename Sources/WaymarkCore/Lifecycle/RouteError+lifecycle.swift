import WaymarkRuntime

// Errors about starting and stopping.
extension RouteError {
  /// Creates the error for a request before the start of the instance, or after the beginning of its stop.
  static func notStarted(_ route: CompiledRoute, in owner: Registry) -> RouteError {
    let name = TypeName.of(route.declaration.destination)
    let lifecycle = owner.lifecycle
    if let scope = owner.scope, !scope.isOpen { return .scopeClosed(scope) }
    if lifecycle?.isStopped ?? false {
      if let undeclared = undeclared(name, route, in: owner) { return undeclared }
      return here(
        .notStarted, "\(name) was requested after stop() was called",
        remedy: "finish the work before stop(), or in a Stopping closure\n\(another(owner))")
    }
    let isStarting = lifecycle.map { [.starting, .ending].contains($0.phase) } ?? false
    if isStarting, let undeclared = undeclared(name, route, in: owner) { return undeclared }
    if isStarting, !route.declaration.isOnDemand {
      return here(
        .notStarted, "\(name) was requested while the registry is starting, and is not started yet",
        remedy: "request it after start() has returned")
    }
    if route.declaration.isOnDemand {
      let token = route.declaration.bindings.first?.token.argument ?? "…"
      return here(
        .notStarted, "\(name) is OnDemand(), and was requested before it was started",
        remedy: "write try await started(\(token))\nawait the destination that needs it with started(_:)")
    }
    let start =
      owner.scope.map {
        "start() on the registry of the \($0.name), or open it with withScope(_:operation:)"
      } ?? "start() or run(_:) on the registry"
    let isDerived = owner.makingRecorder?.hasDerived(owner) ?? false
    return here(
      .notStarted, "\(name) was requested before it was started",
      remedy: isDerived
        ? "call \(start) first, because .started starts only the test's own registry"
        : inTest("add .started") + "call \(start) first")
  }

  /// Creates the error for a request by an operation that starts or stops an instance that doesn't declare the need.
  private static func undeclared(
    _ name: String, _ route: CompiledRoute, in owner: Registry
  ) -> RouteError? {
    let (tokens, lifecycle) = (route.declaration.tokens, owner.lifecycle)
    guard let asking = LifecycleWork.operation, asking.owner.lifecycle === lifecycle,
      !asking.isStarting || lifecycle?.isStopped == false
    else { return nil }
    let asked = TypeName.of(asking.route.declaration.destination)
    func fact(_ name: String) -> String {
      "\(asked) requests \(name) while it is \(asking.isStarting ? "starting" : "stopping"), "
    }
    // The request for an instance that needs the asking one can end there.
    let user = asking.route === route ? routesBeingMade.last : route
    if let user, user !== asking.route,
      owner.needsWithLifecycle(of: user).contains(where: { $0 === asking.route })
    {
      // A declaration of the need would be a cycle.
      let name = TypeName.of(user.declaration.destination)
      return here(
        .notStarted,
        fact(name)
          + "but \(name) needs \(asked), and \(asking.isStarting ? "starts after" : "stops before") it",
        remedy: asking.isStarting
          ? "request \(name) after start() has returned" : "request \(name) in Stopping of \(name)")
    }
    guard asking.route !== route else {
      return here(
        .notStarted, "\(asked) requests itself while it is \(asking.isStarting ? "starting" : "stopping")",
        remedy: "use the instance that the closure of \(asking.isStarting ? "Starting" : "Stopping") receives"
      )
    }
    guard let token = tokens.first,
      !asking.route.declaration.dependencies.contains(where: { need in
        need.strength != .lazy && need.candidates.contains { tokens.contains($0) }
      })
    else { return nil }
    return here(
      .notStarted, fact(name) + "and does not declare that it needs it",
      remedy: "add Requires(\(token.argument)) to \(asking.route.declaration.text)\n"
        + "take \(TypeName.of(token.type)) as a parameter")
  }

  /// Creates the same error with the route as the innermost step of its path.
  static func unavailable(_ route: CompiledRoute, in owner: Registry) -> RouteError {
    ResolutionStack.with(owner: owner, subject: route) { notStarted(route, in: owner) }
  }

  /// Creates the error for `start()` after `stop()`.
  static func startsOnce(_ registry: Registry) -> RouteError {
    let place = registry.scope.map { "the registry of this \($0.name)" } ?? place(registry)
    return RouteError(
      .notStarted, "\(place) was stopped, and starts only once", remedy: another(registry))
  }

  private static func another(_ registry: Registry) -> String {
    registry.scope.map { "open another \($0.name)" } ?? "create another registry"
  }

  /// Creates the error for `started(_:)` in an operation that the instance's start waits for.
  static func startCycle(_ route: CompiledRoute) -> RouteError {
    let (name, routes) = waiting(LifecycleWork.operation?.route)
    let asked = TypeName.of(route.declaration.destination)
    return RouteError(
      .lifecycleCycle, "\(name) waits for the start of \(asked), and each would wait for the other",
      remedy: "wait for \(asked) outside of the start of \(name)", underlying: nil, routes: routes)
  }

  /// Returns the name and the route of an instance with an operation.
  private static func waiting(_ route: CompiledRoute?) -> (name: String, routes: [CompiledRoute]) {
    guard let route else { return ("the work of an instance", []) }
    return (TypeName.of(route.declaration.destination), [route])
  }

  /// Creates the error for a start that another task has ended.
  static func startInterrupted(in registry: Registry) -> RouteError {
    let place = registry.scope.map { "the registry of the \($0.name)" } ?? place(registry)
    return RouteError(
      .startInterrupted, "stop() ended the start of \(place)", remedy: another(registry))
  }

  /// Creates the error for a call, such as `start()`, from an operation that can't wait for it.
  static func lifecycleCycle(_ call: String, of place: String) -> RouteError {
    let operation = LifecycleWork.operation
    let (name, routes) = waiting(operation?.route)
    let phase = operation?.isStarting ?? true ? "starting" : "stopping"
    return RouteError(
      .lifecycleCycle,
      "\(name) calls \(call) of \(place) while it is \(phase), and each would wait for the other",
      remedy: call == "start()"
        ? "call start() outside of Starting, Stopping, and asynchronous factories\n"
          + "take a parameter or add Requires for an instance that \(name) needs"
        : "call \(call) outside of Starting and Stopping. This call goes on, and \(name) does not wait for it",
      underlying: nil, routes: routes)
  }

  // MARK: - Operations that start or stop an instance, with the code `startFailed` or `stopFailed`

  static func failed(_ code: Code, _ route: CompiledRoute, underlying: any Error) -> RouteError {
    RouteError(
      code, "\(operation(code, route)) failed: \(detail(of: underlying))", remedy: remedy(of: underlying),
      underlying: underlying, routes: [route])
  }

  static func tookTooLong(_ code: Code, _ route: CompiledRoute, _ limit: Duration) -> RouteError {
    let remedy =
      code == .startFailed
      ? "make it end earlier\nwrite Starting(within:) with a longer limit"
      : "make it end earlier, at least when its task is canceled\nwrite Stopping(within:) with a longer limit"
    return RouteError(
      code, "\(operation(code, route)) took longer than \(limit.inSeconds)", remedy: remedy, underlying: nil,
      routes: [route])
  }

  private static func operation(_ code: Code, _ route: CompiledRoute) -> String {
    "\(code == .startFailed ? "the start of" : "stopping") \(TypeName.of(route.declaration.destination))"
  }
}
