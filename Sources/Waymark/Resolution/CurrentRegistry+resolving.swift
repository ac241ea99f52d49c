public import WaymarkRuntime

extension CurrentRegistry {
  /// Returns a destination of the current registry, creating it if needed; for a view, on the main actor
  /// only.
  ///
  /// If no registry is bound, the installed one is read without counting a reference, for which threads would
  /// contend.
  @inlinable
  static func make<Requested>(_ type: Requested.Type, _ role: TokenRole) throws(RouteError) -> Requested {
    // Only registries are installed, and an installed one exists as long as the process.
    guard let installed = InstalledObject.unretained(as: Registry.self) else {
      return try Registry.current.make(type, role, nil)
    }
    return try installed.read { registry throws(RouteError) in try registry.make(type, role, nil) }
  }
}
