public import WaymarkCore

extension ActiveRoute {
  /// Whether the destination is shown and its presenter can remove it now.
  ///
  /// Each access asks the presenter. Along `makeDestination`, removal is always possible.
  public var canRemove: Bool {
    guard state == .routed, let destination else { return false }
    guard path.kind != .makeDestination else { return true }
    return route.presenter(of: path)?.canRemove(transition(destination)) ?? false
  }

  /// Removes the destination.
  ///
  ///     try editor.remove { $0.animated = false }
  ///     try await editor.removed()
  ///
  /// If the object no longer exists, the state becomes `removed`. Later errors reach ``removed()`` and `onFailure`.
  ///
  /// - Parameter configuring: A closure that changes the options that ``PerformOptions/configureRemoval`` has set.
  /// - Throws: `actionFailed` if the destination isn't shown or can't be removed now, or the error of the preparation.
  public func remove(_ configuring: (inout RemoveOptions<Requested>) -> Void = { _ in }) throws(RouteError) {
    var options = RemoveOptions<Requested>()
    self.options.configureRemoval?(&options)
    configuring(&options)
    let begun = ContinuousClock.now
    let old = state
    guard state != .routed || destination == nil || canRemove else {
      throw refused(
        path.source == nil ? .sourceGone(route, path) : .presenterCannotRemove(route, path), options)
    }
    guard state == .routed else { throw refused(.cannotRemove(route, in: state), options) }
    removeOptions = options
    guard let attempt = machine.remove(isAlive: destination != nil) else {
      return settleRemoval(from: old, took: nil)
    }
    (started, removalFailure) = (begun, nil)
    changed(from: old)
    do throws(RouteError) {
      guard var destination else { return finishRemoval(attempt, nil) }
      if let prepare = options.prepareDestination {
        try route.running(.preparing) { try prepare(&destination) }
        // The closure may have removed the view in another way.
        guard machine.isOpen(attempt) else { return }
        held.replace(by: destination)
      }
      emit(.willRemove)
      // So may an observer.
      guard machine.isOpen(attempt) else { return }
      guard path.kind != .makeDestination else { return finishRemoval(attempt, nil) }
      guard let presenter = route.presenter(of: path) else { throw RouteError.sourceGone(route, path) }
      presenting = attempt
      presenter.remove(
        transition(destination, animated: options.animated),
        completion: completion(of: attempt, "remove", "removed") { [self, wrapper = wrapper.current] error in
          // The wrapper retains the destination until its observers know of the removal.
          withExtendedLifetime(wrapper) { finishRemoval(attempt, error) }
        })
    } catch {
      throw failRemoval(attempt, error)
    }
  }

  /// Reports an error that prevents a removal from starting, and returns it.
  private func refused(_ error: RouteError, _ options: RemoveOptions<Requested>) -> RouteError {
    let error = registry.reporting(error)
    options.onFailure?(error)
    emit(.failed(error))
    return error
  }

  /// Finishes a removal when the presenter calls its completion.
  private func finishRemoval(_ attempt: RouteStateMachine.Attempt, _ error: (any Error)?) {
    if let error {
      failRemoval(attempt, .presenterFailed(to: "remove", route, error), isLate: true)
      return
    }
    let old = state
    guard machine.finish(attempt, succeeded: true) else { return }
    settleRemoval(from: old, took: started.map { .now - $0 })
  }

  /// Ends a removal with an error, while the destination stays, and returns the error to throw.
  ///
  /// - Parameter isLate: Whether ``remove(_:)`` can't throw the error, because the presenter has reported it.
  @discardableResult
  private func failRemoval(
    _ attempt: RouteStateMachine.Attempt, _ error: RouteError, isLate: Bool = false
  ) -> RouteError {
    let old = state
    guard machine.finish(attempt, succeeded: false) else { return error }
    let options = removeOptions
    (presenting, removeOptions) = (nil, nil)
    let error = registry.reporting(error, isThrown: !isLate)
    // The presenter may fail before the caller of `remove` begins to wait.
    if isLate, removals.isEmpty { removalFailure = error }
    changed(from: old)
    options?.onFailure?(error)
    removals.resume(.failure(error))
    emit(.failed(error))
    return error
  }

  func wasRemoved(_ shown: RouteTransition.ID) {
    if shown == transitionID { wasRemoved() }
  }

  /// Updates the state after a removal by other means.
  func wasRemoved() {
    let shown = transitionID
    finishEarly()
    let old = state
    // A callback may have shown the destination again.
    guard shown == transitionID, machine.wasRemoved() else { return }
    settleRemoval(from: old, took: nil)
  }

  /// Reports a finished removal and releases the destination.
  private func settleRemoval(from old: RouteState, took: Duration?) {
    let (options, shown, object) = (removeOptions, transitionID, viewObject)
    (presenting, removeOptions, removalFailure) = (nil, nil, nil)
    dismissed = (held.weakened, .now)
    confirmation?.end()
    confirmation = nil
    Presentations.removed(self)
    changed(from: old, .didRemove, took: took)
    options?.onSuccess?()
    if let detection = registry.handlers(LeakDetection.self).last, let object {
      emitter.watch(object, of: route, in: registry, detection)
    }
    // A callback may have shown the destination again.
    if shown == transitionID { drop() }
    removals.resume(.success(()))
    releaseOptions()
  }

  /// Releases the closures of the caller's options after the end of a presentation.
  ///
  /// Another attempt gets new ones.
  func releaseOptions() {
    if state == .unrouted || state == .removed { options.releaseClosures() }
  }

  func drop() {
    held = HeldDestination()
    provided = nil
    wrapper = HeldDestination()
  }
}

extension ActiveRoute {
  /// Asks the ``Leaves`` of all views that would go away, the topmost first, and removes the destination unless one
  /// decides to stay.
  ///
  ///     if try await editor.leave() { print("closed") }
  ///
  /// The views above the destination and its parts go away together with it (``RoutePresenter/views(leavingWith:)``).
  /// In contrast, ``remove(_:)`` doesn't ask. Without `Leaves`, the destination is always removed.
  ///
  /// - Parameter configuring: A closure that changes the options that ``PerformOptions/configureRemoval`` has set.
  /// - Returns: Whether the destination was removed, by this call or by other means in the meantime.
  /// - Throws: `actionFailed` if the destination isn't shown or the presenter can't remove it, `stayed` if a closure of
  ///   the route's `Leaves` threw an error, `busy` inside such a closure, or `CancellationError`.
  @discardableResult
  public func leave(
    _ configuring: (inout RemoveOptions<Requested>) -> Void = { _ in }
  ) async throws -> Bool {
    guard state == .routed else { throw registry.reporting(.cannotRemove(route, in: state)) }
    let (shown, deciding) = (transitionID, DecisionTask.subjects)
    let mayLeave: Bool
    if let presenter = route.presenter(of: path) {
      mayLeave = try await presenter.ask({ views(leavingWith: shown, by: presenter) }) { view in
        try await view.id == shown ? self.mayLeave(deciding: deciding) : view.asked(deciding)
      }
    } else {
      mayLeave = try await self.mayLeave(deciding: deciding)
    }
    guard shown == transitionID, state != .removed else { return true }
    guard mayLeave else {
      try Task.checkCancellation()
      return false
    }
    if state == .routed { try remove(configuring) }
    try await removed()
    return true
  }

  /// Returns the views that go away with a presentation of this route, beginning with the lowest.
  private func views(
    leavingWith shown: RouteTransition.ID, by presenter: any RoutePresenter
  ) -> [RouteTransition] {
    guard shown == transitionID, let shownTransition else { return [] }
    return [shownTransition] + presenter.views(leavingWith: shownTransition).filter { $0 != shownTransition }
  }

  /// Asks the parts of the view and the route's ``Leaves``, or waits for a confirmation in progress, unless that waits
  /// for one of the `deciding` routes.
  func mayLeave(deciding: [ObjectIdentifier] = DecisionTask.subjects) async throws -> Bool {
    let guards = route.declaration.leaveGuards
    guard !guards.isEmpty || parts().contains(where: { route.presenter(of: path)?.asks($0) ?? false }) else {
      return true
    }
    while let confirmation {
      guard !deciding.contains(ObjectIdentifier(self)) else {
        throw registry.reporting(.leavesWaitsForItself(route))
      }
      let wasAbandoned = confirmation.isAbandoned
      do {
        return try await confirmation.wait()
      } catch {
        // The closures have given up because nobody waited for them. This caller came later.
        guard wasAbandoned, !Task.isCancelled else { throw error }
      }
    }
    guard let destination = anyDestination else { return true }
    let begun = LeaveConfirmation { [self] () async throws(RouteError) in
      guard await route.presenter(of: path)?.ask(parts, by: { await $0.asked(deciding) }) ?? true else {
        // A part whose question was canceled hasn't decided.
        guard !Task.isCancelled else {
          throw registry.reporting(.stayed(route, because: CancellationError()))
        }
        return false
      }
      do {
        for entry in guards {
          let decision = try await DecisionTask.run(about: self, in: registry) {
            try await entry.decide(destination)
          }
          if decision == .stay { return false }
        }
        return true
      } catch {
        // A closure that needs its closed scope can never decide, and would keep the user on the screen.
        if let error = error as? RouteError, error.code == .scopeClosed, registry.closedError != nil {
          emit(.failed(registry.reporting(error, isThrown: false)))
          return true
        }
        throw registry.reporting(.stayed(route, because: error).following(error))
      }
    } ended: { [weak self] ended in
      if self?.confirmation === ended { self?.confirmation = nil }
    }
    confirmation = begun
    return try await begun.wait()
  }

  func asked(_ deciding: [ObjectIdentifier], about shown: RouteTransition.ID) async -> Bool {
    guard shown == transitionID, state == .routed || state == .removing else { return true }
    do {
      return try await mayLeave(deciding: deciding)
    } catch {
      // A presenter can't handle it.
      if let error = error as? RouteError { emit(.failed(error)) }
      return false
    }
  }

  /// Throws if the route's ``Leaves`` can't decide about a new destination.
  ///
  /// A child or subview leaves together with its screen, so a view of any type may be one.
  func checkLeaves(of destination: Any) throws(RouteError) {
    guard !path.kind.isPart else { return }
    guard route.declaration.leaveGuards.allSatisfy({ $0.accepts(destination) }) else {
      throw RouteError.leavesMismatch(route, destination)
    }
  }
}
