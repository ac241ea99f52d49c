extension Registry {
  /// Returns a registry that adds declarations to this one.
  ///
  ///     let complete = try registry.extending { SyncModule() }
  ///     Registry.install(complete)
  ///
  /// Use it to load more of a program after its start. This registry doesn't change. The new one shares its
  /// routes and adapters, but not its instances: each registry makes its own singletons.
  ///
  /// - Parameters:
  ///   - stage: Whether the new registry has all declarations, or more will be added later.
  ///   - routes: The declarations to add. Providing what's already provided is an error.
  /// - Returns: The new registry.
  /// - Throws: A `RegistryError` with all diagnostics, if at least one is an error.
  /// - Complexity: Linear in the number of added declarations, independent of the size of this registry.
  public func extending(
    stage: Stage = .complete, @RoutesBuilder _ routes: () -> Routes
  ) throws(RegistryError) -> Registry {
    try Registry(Program(routes(), mode: .extending, base: self, stage: stage), name: name)
  }

  /// Returns a registry in which some routes are replaced, usually for a test.
  ///
  ///     let fake = try registry.overriding {
  ///       Route(FakeClock.init) { RoutableService(\.clock) }
  ///     }
  ///
  /// This registry doesn't change. The new one shares the routes that aren't replaced, but no instances: each
  /// registry makes its own singletons. Adapters of a replaced token lead to the replacement.
  ///
  /// - Parameter routes: The replacements. Replacing what this registry doesn't provide is an error.
  /// - Returns: The new registry.
  /// - Throws: A `RegistryError` with all diagnostics, if at least one is an error.
  /// - Complexity: Linear in the number of replacements, independent of the size of this registry.
  public func overriding(@RoutesBuilder _ routes: () -> Routes) throws(RegistryError) -> Registry {
    let routes = routes()
    if let simple = SimpleOverride(routes, of: self) { return Registry(simple.layer, over: self) }
    return try Registry(Program(routes, mode: .overriding, base: self, stage: stage), name: name)
  }
}
