extension Registry {
  /// A registry with more routes.
  ///
  /// What this registry has is shared with the new one, except for instances: its singletons are its own.
  ///
  /// - Parameters:
  ///   - stage: Whether this is everything now, or more is to come.
  ///   - routes: What is added. Something that is there already is an error.
  /// - Returns: The new registry.
  /// - Throws: All problems that the rules found, if one of them is an error.
  /// - Complexity: Linear in what is added, whatever the size of this registry.
  public func extending(
    stage: Stage = .complete, @RoutesBuilder _ routes: () -> Routes
  ) throws(RegistryError) -> Registry {
    try Registry(Program(routes(), mode: .extending, base: self, stage: stage), name: name)
  }

  /// A registry in which some routes are replaced, usually for a test.
  ///
  /// What this registry has is shared with the new one, except for instances: its singletons are its own.
  /// Adapters that lead to something that is replaced lead to the replacement.
  ///
  /// - Parameter routes: The replacements. What this registry does not have is an error.
  /// - Returns: The new registry.
  /// - Throws: All problems that the rules found, if one of them is an error.
  /// - Complexity: Linear in what is replaced, whatever the size of this registry.
  public func overriding(@RoutesBuilder _ routes: () -> Routes) throws(RegistryError) -> Registry {
    try Registry(Program(routes(), mode: .overriding, base: self, stage: stage), name: name)
  }
}
