public import WaymarkRuntime

extension CurrentRegistry {
  /// Returns a destination of the current registry, creating it if needed; a view, on the main actor only.
  ///
  /// Where no registry is bound, the installed one is read without counting a reference, which two threads would
  /// contend for.
  @inlinable
  static func make<Requested>(_ type: Requested.Type, _ role: TokenRole) throws(RouteError) -> Requested {
    // Only registries are installed, and what was installed exists as long as the process.
    guard let installed = InstalledObject.unretained(as: Registry.self) else {
      return try Registry.current.make(type, role, nil)
    }
    return try installed.read { registry throws(RouteError) in try registry.make(type, role, nil) }
  }
}
