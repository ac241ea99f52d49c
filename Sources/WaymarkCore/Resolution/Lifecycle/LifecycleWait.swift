import WaymarkRuntime

/// The wait of a task for the end of a start, a stop, or the closing of a scope, while others wait for that task.
///
/// All such waits together are a graph of lifecycles and scopes. A cycle in it would never end, so the wait of one
/// route's closure in the cycle is interrupted.
final class LifecycleWait: Sendable {
  /// The waits that block each lifecycle and scope.
  private static let waits = Lock<[ObjectIdentifier: [LifecycleWait]]>([:])

  /// The works in which the task runs.
  private let works: [LifecycleWork]
  private let subject: ObjectIdentifier
  private let interrupt: (@Sendable () -> Void)?
  private let isInterrupted = Flag()

  /// - Parameters:
  ///   - works: The works in which the task runs.
  ///   - subject: The lifecycle or the scope for which it waits.
  ///   - interrupt: Resumes the task; nil if it can't go on before the wait ends.
  init(of works: [LifecycleWork], for subject: ObjectIdentifier, interrupt: (@Sendable () -> Void)?) {
    self.works = works
    self.subject = subject
    self.interrupt = interrupt
  }

  /// Adds the wait to the graph, and interrupts another one if it closes a cycle and can't be interrupted itself.
  ///
  /// - Returns: False if it closes a cycle and wasn't added.
  func begin() -> Bool {
    let blocked = Set(works.map(\.changed))
    var interrupted: [LifecycleWait] = []
    let isAdded = Self.waits.withLock { waits in
      while let path = Self.path(from: subject, to: blocked, in: waits) {
        guard interrupt == nil, let other = path.first(where: { $0.interrupt != nil }) else { return false }
        other.isInterrupted.set()
        interrupted.append(other)
      }
      for changed in blocked { waits[changed, default: []].append(self) }
      return true
    }
    // Resuming a task may run other code, so the lock isn't held.
    for wait in interrupted { wait.interrupt?() }
    return isAdded
  }

  /// Removes the wait from the graph.
  func end() {
    Self.waits.withLock { waits in
      for changed in Set(works.map(\.changed)) {
        waits[changed]?.removeAll { $0 === self }
        if waits[changed]?.isEmpty ?? false { waits[changed] = nil }
      }
    }
  }

  /// Returns whether a lifecycle or a scope doesn't end before this wait.
  private func blocks(_ changed: ObjectIdentifier) -> Bool {
    !isInterrupted.isSet && works.prefix { !$0.hasEnded }.contains { $0.changed == changed }
  }

  /// Returns the waits that lead from a lifecycle or a scope to one of others; nil if none do.
  private static func path(
    from first: ObjectIdentifier, to goals: Set<ObjectIdentifier>,
    in waits: [ObjectIdentifier: [LifecycleWait]]
  ) -> [LifecycleWait]? {
    var open: [(at: ObjectIdentifier, path: [LifecycleWait])] = [(first, [])]
    var seen: Set = [first]
    while let (next, path) = open.popLast() {
      if goals.contains(next) { return path }
      for wait in waits[next] ?? [] where wait.blocks(next) && seen.insert(wait.subject).inserted {
        open.append((wait.subject, path + [wait]))
      }
    }
    return nil
  }
}

extension Registry {
  /// Starts the registries around the scopes of this one, from the outermost, then this one, and stops all after an
  /// operation.
  ///
  /// - Parameter operation: The operation, in which this registry is the current one.
  /// - Throws: What ``start()``, the operation, or stopping throws.
  package func runWithRegistriesAround(_ operation: () async throws -> Void) async throws {
    guard let outer = scope?.outer else { return try await run(operation) }
    try await outer.runWithRegistriesAround { try await run(operation) }
  }
}

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
