import WaymarkRuntime

// Errors about starting and stopping.
extension RouteError {
  /// Creates the error for a request before the start of the instance.
  static func notStarted(_ route: CompiledRoute, in owner: Registry) -> RouteError {
    let name = TypeName.of(route.declaration.destination)
    let start =
      owner.scope.map {
        "start() on the registry of the \($0.name), or open it with withScope(_:operation:)"
      }
      ?? "start() or run(_:) on the registry"
    if route.declaration.isOnDemand, !(owner.lifecycle?.isStopped ?? false) {
      let token = route.declaration.bindings.first?.token.argument ?? "…"
      return here(
        .notStarted, "\(name) is OnDemand(), and was requested before it was started",
        remedy: "write try await started(\(token))\nawait the destination that needs it with started(_:)")
    }
    switch owner.lifecycle?.state.withLock(\.phase) {
    case .starting, .canceled:
      guard let asking = InstanceWork.current?.startedRoute, asking !== route else {
        return here(
          .notStarted, "\(name) was requested while the registry is starting, and is not started yet",
          remedy: "request it after start() has returned")
      }
      let asked = TypeName.of(asking.declaration.destination)
      let token = route.declaration.bindings.first?.token
      return here(
        .notStarted, "\(asked) requests \(name) while it is starting, and does not declare that it needs it",
        remedy: token.map {
          "add Requires(\($0.argument)) to \(Diagnostic.route(asking.declaration))\ntake \(TypeName.of($0.type)) as a parameter"
        })
    case .ending, .stopped:
      return here(
        .notStarted, "\(name) was requested after it was stopped",
        remedy: "finish the work before stop()\ncall \(start) again")
    case .idle, .started, nil:
      return here(.notStarted, "\(name) was requested before it was started", remedy: "call \(start) first")
    }
  }

  /// Creates the error for an instance that may hold instances that a stop or a failed start ended during its creation.
  static func madeDuringStop(_ route: CompiledRoute) -> RouteError {
    let name = TypeName.of(route.declaration.destination)
    return here(
      .notStarted,
      "a stop or a failed start ended instances while \(name) was being made, and \(name) may hold one of them",
      remedy: "finish the work before stop()\nrequest \(name) again after start()")
  }

  /// Creates the error for `started(_:)` in an operation that the instance's start waits for.
  static func startCycle(
    _ route: CompiledRoute, by caller: (route: CompiledRoute, isStarting: Bool)?
  ) -> RouteError {
    let (name, asked) = (
      caller.map { TypeName.of($0.route.declaration.destination) } ?? "the work of an instance",
      TypeName.of(route.declaration.destination)
    )
    return RouteError(
      .lifecycleCycle, "\(name) waits for the start of \(asked), and each would wait for the other",
      remedy: "wait for \(asked) outside of the start of \(name)",
      underlying: nil, routes: caller.map { [$0.route] } ?? [])
  }

  /// Creates the error for a start that another task has ended.
  static func startInterrupted(in registry: Registry) -> RouteError {
    let place = registry.scope.map { "the registry of the \($0.name)" } ?? place(registry)
    return RouteError(
      .startInterrupted, "stop() ended the start of \(place)",
      remedy: "call start() again after stop() has returned")
  }

  /// Creates the error for a call, such as `start()`, from an operation that can't wait for it.
  static func lifecycleCycle(
    _ call: String, of place: String, by caller: (route: CompiledRoute, isStarting: Bool)?
  ) -> RouteError {
    let name = caller.map { TypeName.of($0.route.declaration.destination) } ?? "the work of an instance"
    let phase = caller?.isStarting ?? true ? "starting" : "stopping"
    return RouteError(
      .lifecycleCycle,
      "\(name) calls \(call) of \(place) while it is \(phase), and each would wait for the other",
      remedy: call == "start()"
        ? "call start() outside of Starting, Stopping, and asynchronous factories\n"
          + "take a parameter or add Requires for an instance that \(name) needs"
        : "call \(call) outside of Starting and Stopping. This call goes on, and \(name) does not wait for it",
      underlying: nil, routes: caller.map { [$0.route] } ?? [])
  }
}

// Errors of the operations that start or stop an instance.
extension RouteError {
  static func startFailed(_ route: CompiledRoute, underlying: any Error) -> RouteError {
    failed(.startFailed, "the start of", route, underlying)
  }

  static func startTookTooLong(_ route: CompiledRoute, limit: Duration) -> RouteError {
    tookTooLong(
      .startFailed, "the start of", route, limit,
      remedy: "make it end earlier\nwrite Starting(within:) with a longer limit")
  }

  static func stopFailed(_ route: CompiledRoute, underlying: any Error) -> RouteError {
    failed(.stopFailed, "stopping", route, underlying)
  }

  static func stopTookTooLong(_ route: CompiledRoute, limit: Duration) -> RouteError {
    tookTooLong(
      .stopFailed, "stopping", route, limit,
      remedy:
        "make it end earlier, at least when its task is canceled\nwrite Stopping(within:) with a longer limit"
    )
  }

  private static func failed(
    _ code: Code, _ operation: String, _ route: CompiledRoute, _ underlying: any Error
  ) -> RouteError {
    RouteError(
      code, "\(operation) \(TypeName.of(route.declaration.destination)) failed: \(detail(of: underlying))",
      remedy: remedy(of: underlying), underlying: underlying, routes: [route])
  }

  private static func tookTooLong(
    _ code: Code, _ operation: String, _ route: CompiledRoute, _ limit: Duration, remedy: String
  ) -> RouteError {
    let name = TypeName.of(route.declaration.destination)
    return RouteError(
      code, "\(operation) \(name) took longer than \(limit.inSeconds)", remedy: remedy, underlying: nil,
      routes: [route])
  }
}
