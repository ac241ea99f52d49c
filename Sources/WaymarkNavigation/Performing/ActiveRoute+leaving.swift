import WaymarkCore

extension ActiveRoute {
  /// Asks the route's ``Leaves`` whether the destination may be removed, and removes it if so.
  ///
  ///     if try await editor.leave() { print("closed") }
  ///
  /// ``remove(_:)`` removes it without asking. A destination whose route has no `Leaves` is removed.
  ///
  /// - Parameter configuring: A closure that sets the options of the removal, which starts with those of
  ///   ``PerformOptions/configureRemoval``; called if it may be removed.
  /// - Returns: Whether it was removed, by this call or otherwise while it was being asked.
  /// - Throws: `actionFailed` if the destination isn't shown or the presenter can't remove it, `stayed` if a
  ///   closure of `Leaves` threw an error, `busy` in such a closure, or `CancellationError` if the task is canceled.
  @discardableResult
  public func leave(
    _ configuring: (inout RemoveOptions<Requested>) -> Void = { _ in }
  ) async throws -> Bool {
    guard state == .routed else { throw registry.reporting(.cannotRemove(route, in: state)) }
    let shown = transitionID
    guard try await mayLeave() else { return false }
    guard shown == transitionID, state != .removed else { return true }
    if state == .routed { try remove(configuring) }
    try await removed()
    return true
  }

  /// Asks the route's ``Leaves``, or waits for the answer if it's being asked already.
  ///
  /// - Parameter deciding: The active routes about which no decision is made before the answer.
  func mayLeave(deciding: [ObjectIdentifier] = DecisionTask.subjects) async throws -> Bool {
    let guards = route.declaration.leaveGuards
    guard !guards.isEmpty, let destination = held.current else { return true }
    if let question {
      guard !deciding.contains(ObjectIdentifier(self)) else {
        throw registry.reporting(.leavesWaitsForItself(route))
      }
      return try await question.wait()
    }
    let begun = LeaveQuestion { [self] () async throws(RouteError) in
      do {
        for entry in guards {
          let decision = try await DecisionTask.run(about: self) {
            try await entry.decide(about: destination)
          }
          if decision == .stay { return false }
        }
        return true
      } catch {
        throw registry.reporting(.stayed(route, because: error).following(error))
      }
    } ended: { [weak self] ended in
      if self?.question === ended { self?.question = nil }
    }
    question = begun
    return try await begun.wait()
  }

  /// Answers a presenter, which can't do anything about an error.
  func askedByPresenter() async -> Bool {
    guard state == .routed || state == .removing else { return true }
    do {
      return try await mayLeave()
    } catch {
      if let error = error as? RouteError { emit(.failed(error)) }
      return false
    }
  }

  /// Throws if the route's ``Leaves`` can't be asked about a new destination.
  ///
  /// A part of another screen isn't left by itself, so that a view shown as one needn't be the route's destination.
  func checkLeaves(of destination: Requested) throws(RouteError) {
    guard path.kind != .addChild, path.kind != .addSubview else { return }
    guard route.declaration.leaveGuards.allSatisfy({ $0.accepts(destination) }) else {
      throw RouteError.leavesMismatch(route, destination)
    }
  }
}
