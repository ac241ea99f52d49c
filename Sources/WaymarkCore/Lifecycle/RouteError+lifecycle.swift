import WaymarkRuntime

// Errors about starting and stopping.
extension RouteError {
  /// Creates the error for a request before the start of the instance, or after the beginning of its stop.
  static func notStarted(_ route: CompiledRoute, in owner: Registry) -> RouteError {
    let name = TypeName.of(route.declaration.destination)
    let lifecycle = owner.lifecycle
    if let scope = owner.scope, !scope.isOpen { return .scopeClosed(scope) }
    if lifecycle?.isStopped ?? false {
      return here(
        .notStarted, "\(name) was requested after stop() was called",
        remedy: "finish the work before stop(), or in a Stopping closure\n\(another(owner))")
    }
    switch lifecycle?.phase {
    case .starting, .ending:
      if let asking = LifecycleWork.started, asking.lifecycle === lifecycle, asking.route !== route {
        let asked = TypeName.of(asking.route.declaration.destination)
        let token = route.declaration.bindings.first?.token
        return here(
          .notStarted,
          "\(asked) requests \(name) while it is starting, and does not declare that it needs it",
          remedy: token.map {
            "add Requires(\($0.argument)) to \(Diagnostic.route(asking.route.declaration))\ntake \(TypeName.of($0.type)) as a parameter"
          })
      }
      guard !route.declaration.isOnDemand else { break }
      return here(
        .notStarted, "\(name) was requested while the registry is starting, and is not started yet",
        remedy: "request it after start() has returned")
    case .idle, .started, .stopping, .stopped, nil: break
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
    return here(
      .notStarted, "\(name) was requested before it was started",
      remedy: inTest("add .started") + "call \(start) first")
  }

  /// Creates the same error with the route as the innermost step of its path.
  static func unavailable(_ route: CompiledRoute, in owner: Registry) -> RouteError {
    ResolutionStack.with(owner: owner, subject: route) { notStarted(route, in: owner) }
  }

  /// Creates the error for `start()` after `stop()`.
  static func startsOnce(_ registry: Registry) -> RouteError {
    let place = registry.scope.map { "the registry of this \($0.name)" } ?? place(registry)
    return RouteError(
      .notStarted, "\(place) was stopped, and starts only once", remedy: another(registry), underlying: nil,
      routes: [])
  }

  private static func another(_ registry: Registry) -> String {
    registry.scope.map { "open another \($0.name)" } ?? "create another registry"
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
      .startInterrupted, "stop() ended the start of \(place)", remedy: another(registry), underlying: nil,
      routes: [])
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
