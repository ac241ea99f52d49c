public import WaymarkRuntime

extension CurrentRegistry {
  /// Returns a destination of the current registry, creating it if needed; for a view, on the main actor
  /// only.
  ///
  /// A registry that's bound on this thread, and the installed one if none is bound, are read without counting a
  /// reference, for which threads would contend.
  @inlinable
  static func make<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    // Only registries are installed, and an installed one exists as long as the process.
    guard let installed = InstalledObject.unretained(as: Registry.self) else {
      return try makeFromBound(type, role, name, preparing)
    }
    return try installed.read { registry throws(RouteError) in try registry.make(type, role, name, preparing)
    }
  }

  /// Does the same where a registry is bound.
  @inlinable
  @inline(never)
  static func makeFromBound<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    // Only registries are the owners of frames, and the call that pushed the innermost one hasn't ended.
    guard let owner = ResolutionStack.unretainedOwner(as: Registry.self) else {
      return try Registry.current.make(type, role, name, preparing)
    }
    return try owner.read { registry throws(RouteError) in try registry.make(type, role, name, preparing) }
  }
}
