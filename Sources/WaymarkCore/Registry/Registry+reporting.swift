import WaymarkRuntime

extension Registry {
  /// Reports an error to `ReportsErrors` declarations that haven't received it, and returns it marked as reported.
  package func reporting(_ error: RouteError) -> RouteError { reporting(error, isThrown: true) }

  /// Reports an error, now if the caller doesn't throw it to the work in progress, which could report it later.
  package func reporting(_ error: RouteError, isThrown: Bool) -> RouteError {
    let reporters = handlers(ReportsErrors.self).filter { !error.isReported(to: $0.receiver) }
    guard !reporters.isEmpty else { return error }
    let waiting = (isThrown ? Self.working : Self.reporting).flatMap { $0.handlers(ReportsErrors.self) }
    let told = reporters.filter { reporter in !waiting.contains { $0.receiver === reporter.receiver } }
    for reporter in told {
      ResolutionStack.with(owner: self, subject: reporter.receiver) { reporter.report(error) }
    }
    return told.isEmpty ? error : error.reported(to: told.map(\.receiver))
  }

  /// Runs a request without reporting its errors to this registry's declarations.
  func withoutReports<Result>(_ request: () throws(RouteError) -> Result) throws(RouteError) -> Result {
    try ResolutionStack.with(owner: self, subject: image, request)
  }

  /// The registries with a creation, start, stop, or report in progress on this thread.
  ///
  /// Their factory, operation, or reporter receives an error and can catch it. If the error leaves them, they report
  /// it. A frame without a subject only binds a registry.
  private static var working: [Registry] {
    owners { $0 != nil } + (LifecycleWork.ownerHere.map { [$0] } ?? [])
  }

  /// The registries with a report in progress on this thread, which don't report the errors of their reporters.
  private static var reporting: [Registry] { owners { $0 is ErrorReceiver } }

  /// Returns the registries of the frames on this thread with certain subjects.
  private static func owners(where isIncluded: (_ subject: AnyObject?) -> Bool) -> [Registry] {
    // All owners are registries.
    ResolutionStack.all.filter { isIncluded($0.subject) }.map { knownDowncast($0.owner, to: Registry.self) }
  }
}

extension RouteError {
  package static func place(_ registry: Registry) -> String {
    let name = registry.name.map { "the registry \"\($0)\"" } ?? "this registry"
    return registry.image.totalRouteCount == 0 ? "\(name), which has no routes" : name
  }
}
