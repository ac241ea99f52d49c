import SharedFixtures

@testable import WaymarkCore

/// A kept storage, which something may start and stop.
@RoutesBuilder private func storage(
  starting start: (@Sendable (DiskStorage) async throws -> Void)? = nil,
  stopping stop: (@Sendable (DiskStorage) async throws -> Void)? = nil
) -> Routes {
  Route(DiskStorage.init) {
    RoutableService(.storage)
    Singleton()
    if let start { Starting(start) }
    if let stop { Stopping(stop) }
  }
}

extension RouteErrorExample {
  // MARK: - Scopes

  static let scopes: [RouteErrorExample] = [
    RouteErrorExample(
      .scopeNotOpen, "The request needs a scope, such as the session of a user, and no such scope is open."
    ) {
      MailModule()
    } using: {
      _ = try $0.makeDestination(to: .inbox)
    },
    RouteErrorExample(
      .scopeClosed,
      "Code uses the registry of a scope after the call of `close()`, or the scope closed during the request. Often, the code runs in a task that nobody awaits. `withScope` and `closing` also throw this error if another task closes their scope."
    ) {
      MailModule()
    } using: {
      let session = try $0.opening(UserSession(user: "Ann"))
      await session.close()
      _ = try session.makeDestination(to: .inbox)
    },
    RouteErrorExample(.scopeAlreadyOpen, "You opened a scope inside a scope of the same type.") {
      MailModule()
    } using: {
      let session = try $0.opening(UserSession(user: "Ann"))
      _ = try session.opening(UserSession(user: "Bob"))
    },
    RouteErrorExample(
      .scopeStillOpen,
      "You stopped a registry with open scopes. Their instances can use instances that the stop ended. Only ``ReportsErrors`` receives this error, because `stop()` does not throw. The cache of the second remedy, ``WaymarkServer/ScopeCache``, is in the product `WaymarkServer`."
    ) {
      let errors = ReportedErrors()
      let registry = try Registry {
        ReportsErrors { errors.add($0) }
        MailModule()
        storage(stopping: { _ in })
      }
      try await registry.start()
      let session = try registry.opening(UserSession(user: "Ann"))
      await registry.stop()
      await session.close()
      return errors.first
    },
  ]

  // MARK: - Starting and stopping

  static let lifecycle: [RouteErrorExample] = [
    RouteErrorExample(
      .notStarted,
      "The request needs an instance of a start that has not succeeded yet, or of a registry that stops or was stopped. A call of `start()` after `stop()` also throws this error, because a registry starts only once."
    ) {
      storage()
    } using: {
      _ = try $0.makeDestination(to: .storage)
    },
    RouteErrorExample(
      .startFailed,
      "A `Starting` entry threw an error, or the instance exceeded its time limit. (The error of an asynchronous factory is `factoryFailed`.) Waymark stops the instances that it has started before, and `start()` throws the error. You can call it again."
    ) {
      storage(starting: { _ in throw Failure(description: "the disk is full") })
    } using: {
      try await $0.start()
    },
    RouteErrorExample(
      .startInterrupted,
      "Another task called `stop()` before a start was complete, for example after a signal of the system."
    ) {
      let entered = Gate()
      let registry = try Registry {
        storage(starting: { _ in
          entered.open()
          try await Task.sleep(for: .seconds(3_600))
        })
      }
      let start = Task { try await registry.start() }
      await entered.pass()
      await registry.stop()
      try await start.value
      return nil
    },
    RouteErrorExample(
      .stopFailed,
      "A `Stopping` entry threw an error or exceeded its time limit. Waymark stops the other instances nevertheless. ``ReportsErrors`` and ``ObservesLifecycle`` receive the error."
    ) {
      let errors = ReportedErrors()
      let registry = try Registry {
        ReportsErrors { errors.add($0) }
        storage(stopping: { _ in throw Failure(description: "the disk is full") })
      }
      try await registry.start()
      await registry.stop()
      return errors.first
    },
    RouteErrorExample(
      .lifecycleCycle,
      "An operation waits for something that waits for the operation, for example a `Starting` entry that calls `start()`."
    ) {
      storage(starting: { _ in try await Registry.current.start() })
    } using: { registry in
      do { try await registry.start() } catch { throw RouteError.of(error)?.underlying ?? error }
    },
  ]
}
