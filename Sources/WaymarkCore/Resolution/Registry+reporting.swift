public import WaymarkRuntime

extension Registry {
  /// Reports an error to the registry's `ReportsErrors` declarations that don't know it, before the caller gets it.
  ///
  /// - Returns: The error, to be thrown, which isn't reported to them again.
  @usableFromInline
  package func reporting(_ error: RouteError) -> RouteError {
    let reporters = handlers(ReportsErrors.self).filter { !error.isReported(to: $0.receiver) }
    guard !reporters.isEmpty else { return error }
    let waiting = Self.working.flatMap { $0.handlers(ReportsErrors.self) }
    let told = reporters.filter { reporter in !waiting.contains { $0.receiver === reporter.receiver } }
    guard !told.isEmpty else { return error }
    ResolutionStack.with(owner: self, subject: layer) {
      for reporter in told { reporter.report(error) }
    }
    return error.reported(to: told.map(\.receiver))
  }

  /// Reports an error of a request, as the registry does that handles the request.
  ///
  /// It isn't inlined, so that the fast path doesn't get the type's metadata for the key of an error.
  @inlinable
  @inline(never)
  func reporting<Requested>(
    _ error: RouteError, of type: Requested.Type, _ role: TokenRole, _ name: KeyName
  ) -> RouteError {
    reporting(error, of: TokenKey(type, role, name))
  }

  /// Reports an error of a request for a key.
  @usableFromInline
  func reporting(_ error: RouteError, of key: TokenKey) -> RouteError { handling(key).reporting(error) }

  /// Returns this registry, or the complete extension of an early one that doesn't provide a token itself.
  func handling(_ key: TokenKey) -> Registry { provider(for: key) == nil ? completion ?? self : self }

  /// Runs a request, and leaves it to the caller to report its errors to the declarations of this registry.
  func withoutReports<Result>(_ request: () throws(RouteError) -> Result) throws(RouteError) -> Result {
    try ResolutionStack.with(owner: self, subject: layer, request)
  }

  /// The registries that are making, starting, or stopping something on this thread, or that are reporting an error.
  ///
  /// An error is thrown to a factory of theirs, which may catch it, or to the work of an instance, or to a reporter.
  /// If it leaves them, they report it. A frame without a subject only binds a registry.
  private static var working: [Registry] {
    let owners = ResolutionStack.all.filter { $0.subject != nil }.map(\.owner)
    // All owners are registries.
    return owners.map { knownDowncast($0, to: Registry.self) } + (InstanceWork.here.map { [$0.keeper] } ?? [])
  }
}
