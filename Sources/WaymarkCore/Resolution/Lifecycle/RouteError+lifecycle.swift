import WaymarkRuntime

// The messages of errors about starting and stopping.
extension RouteError {
  /// Creates the error for an instance that's requested before it was started.
  static func notStarted(_ route: CompiledRoute, in keeper: Registry) -> RouteError {
    let name = TypeName.of(route.declaration.destination)
    let start =
      keeper.scope.map {
        "start() on the registry of the \($0.name), or open it with withScope(_:operation:)"
      }
      ?? "start() or run(_:) on the registry"
    switch keeper.lifecycle?.state.withLock(\.phase) {
    case .starting:
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
          "add Requires(\($0.argument)) to \(Diagnostic.route(asking.declaration)), or take \(TypeName.of($0.type)) as a parameter"
        })
    case .ending, .stopped:
      return here(
        .notStarted, "\(name) was requested after it was stopped",
        remedy: "finish the work before stop(), or call \(start) again")
    case .idle, .started, nil:
      return here(.notStarted, "\(name) was requested before it was started", remedy: "call \(start) first")
    }
  }

  static func startFailed(_ route: CompiledRoute, underlying: any Error) -> RouteError {
    RouteError(
      .startFailed,
      "the start of \(TypeName.of(route.declaration.destination)) failed: \(detail(of: underlying))",
      remedy: nil,
      underlying: underlying, routes: [route])
  }

  /// Creates the error of a start that another task has ended.
  static func startInterrupted(in registry: Registry) -> RouteError {
    let place = registry.scope.map { "the registry of the \($0.name)" } ?? place(registry)
    return RouteError(
      .startInterrupted, "stop() ended the start of \(place)",
      remedy: "call start() again after stop() has returned")
  }

  /// Creates the error of a call for which the work that makes it can't wait.
  ///
  /// - Parameters:
  ///   - call: The called function, such as `start()`.
  ///   - place: The registry or the scope.
  ///   - caller: The route that makes the call, and whether it's being started.
  static func lifecycleCycle(
    _ call: String, of place: String, by caller: (route: CompiledRoute, isStarting: Bool)?
  ) -> RouteError {
    let name = caller.map { TypeName.of($0.route.declaration.destination) } ?? "the work of an instance"
    let phase = caller?.isStarting ?? true ? "starting" : "stopping"
    return RouteError(
      .lifecycleCycle,
      "\(name) calls \(call) of \(place) while it is \(phase), and each would wait for the other",
      remedy: call == "start()"
        ? "call start() outside of Starting, Stopping, and asynchronous factories; "
          + "for an instance that \(name) needs, take a parameter or add Requires"
        : "call \(call) outside of Starting and Stopping; this call goes on, and \(name) does not wait for it",
      underlying: nil, routes: caller.map { [$0.route] } ?? [])
  }

  static func stopFailed(_ route: CompiledRoute, underlying: any Error) -> RouteError {
    RouteError(
      .stopFailed,
      "stopping \(TypeName.of(route.declaration.destination)) failed: \(detail(of: underlying))", remedy: nil,
      underlying: underlying, routes: [route])
  }

  static func stopTookTooLong(_ route: CompiledRoute, limit: Duration) -> RouteError {
    RouteError(
      .stopFailed,
      "stopping \(TypeName.of(route.declaration.destination)) took longer than \(limit.inSeconds)",
      remedy:
        "make it end earlier, at least when its task is canceled, or write Stopping(within:) with a longer limit",
      underlying: nil, routes: [route])
  }
}
