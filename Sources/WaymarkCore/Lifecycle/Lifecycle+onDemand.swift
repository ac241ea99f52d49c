import WaymarkRuntime

/// Starts of instances on demand.
extension Lifecycle {
  /// Waits until the instances on demand that an instance needs, and the instance itself, are started.
  func started(_ route: CompiledRoute, in registry: Registry) async throws {
    let (node, isOfStart, phase) = withState(of: registry) { state in
      let isOfStart = LifecycleWork.isPart(ofStartOf: self, state.machine)
      return (state.node(of: route), isOfStart, state.machine.phase)
    }
    let maker = LifecycleWork.onDemandNode(of: self)
    guard let node else { return }
    let isStarting = phase == .starting || phase == .ending
    let subject: any LifecycleWork.Subject = isStarting && !isOfStart ? self : subject(of: node, in: registry)
    do {
      let caller = try await LifecycleWork.wait(for: subject, isAlwaysPerformed: false) {
        () async throws -> Int in
        try await self.wait(in: registry) {
          $0.machine.started(node, by: $1, isOfStart: isOfStart, maker: maker)
        }
      }
      if caller == nil {
        try Task.checkCancellation()
        throw RouteError.startCycle(route)
      }
    } catch let refusal as Refusal {
      // The request that follows throws the error with its path.
      guard refusal.node != node else { return }
      let needed = withState(of: registry) { $0.entries[refusal.node].route }
      throw registry.reporting(RouteError.unavailable(needed, in: registry).needed(by: [route]))
    } catch let error as RouteError {
      throw registry.reporting(error)
    }
  }

  /// The object for which a task waits until a node's instance is started on demand.
  func subject(of node: Int, in registry: Registry) -> any LifecycleWork.Subject {
    withState(of: registry) { state in
      let subject = state.subjects[node] ?? OnDemandStart(of: node, in: self)
      state.subjects[node] = subject
      return subject
    }
  }

  /// Creates and starts an instance on demand.
  func makeOnDemand(_ node: Int, isOfStart: Bool, in registry: Registry) async {
    let subject = subject(of: node, in: registry)
    let route = withState(of: registry) { $0.entries[node].route }
    guard registry.enter() else {
      return failOnDemand(node, RouteError.registryReleased(registry), in: registry)
    }
    defer { registry.leave() }
    let begun = ContinuousClock.now
    report(.willStart, route, in: registry)
    do {
      try await CurrentRegistry.with(registry) {
        guard isOfStart else { return try await startOnDemand(route, subject, in: registry) }
        try await LifecycleWork.run(.start, in: registry, of: self) {
          try await startOnDemand(route, subject, in: registry)
        }
      }
    } catch is EndedInstance {
      return send(in: registry) { $0.made(node, onDemand: true) }
    } catch {
      if Self.isDueToCancellation(error), Task.isCancelled {
        return failOnDemand(node, CancellationError(), in: registry)
      }
      let failure = registry.reporting(route.startFailure(error, in: registry))
      report(.startFailed(failure), route, in: registry, took: .now - begun)
      return failOnDemand(node, failure, in: registry)
    }
    report(.didStart, route, in: registry, took: .now - begun)
    send(in: registry) { $0.made(node, onDemand: true) }
  }

  private func startOnDemand(
    _ route: CompiledRoute, _ subject: any LifecycleWork.Subject, in registry: Registry
  ) async throws {
    try await LifecycleWork.run(.start, in: registry, of: subject) {
      try await registry.startOnDemandNeeds(of: route)
      let (instance, isStarted) = try await startedInstance(route, subject, in: registry)
      // Keep it even after a cancellation, so that it's stopped.
      do { try keepStarted(instance, of: route, in: registry) } catch { throw EndedInstance() }
      if !isStarted { throw EndedInstance() }
    }
  }

  /// The end of an instance, by a failed start or a stop, before it was kept.
  ///
  /// Its creation hasn't failed, and doesn't answer the callers of the next one.
  private struct EndedInstance: Error {}

  private func failOnDemand(_ node: Int, _ error: any Error, in registry: Registry) {
    change(in: registry) { state, later in
      later.failed = (node, error)
      state.perform(state.machine.failed(node, onDemand: true), &later)
    }
  }

  /// Returns the starts on demand that the start in progress waits for.
  func blockers(_ retained: inout [Lifecycle]) -> [any LifecycleWork.Subject] {
    retained.append(self)
    return withStateIfUsed { state in
      state.subjects.filter { state.machine.isOfRunningStart($0.key) }.map(\.value)
    } ?? []
  }
}

/// The start of one instance on demand, for which tasks wait.
final class OnDemandStart: Sendable {
  private struct Owner { weak var lifecycle: Lifecycle? }

  private let node: Int
  private let identity: ObjectIdentifier
  private let owner: Lock<Owner>

  init(of node: Int, in lifecycle: Lifecycle) {
    (self.node, identity, owner) = (node, ObjectIdentifier(lifecycle), Lock(Owner(lifecycle: lifecycle)))
  }

  /// Returns the node if it's one of a lifecycle, which the caller retains.
  func node(of lifecycle: Lifecycle) -> Int? { ObjectIdentifier(lifecycle) == identity ? node : nil }

  /// Returns the other starts on demand that this one waits for.
  func blockers(_ retained: inout [Lifecycle]) -> [any LifecycleWork.Subject] {
    guard let lifecycle = owner.withLock(\.lifecycle) else { return [] }
    retained.append(lifecycle)
    return lifecycle.withStateIfUsed { state in
      state.machine.blockers(of: node).compactMap { state.subjects[$0] }
    } ?? []
  }
}
