import WaymarkRuntime

extension Provider {
  /// Returns a configuration that the caller has filled, as the type that the route's closures take.
  ///
  /// - Parameter configuring: Fills the configuration as the provider's requested type.
  package func configuration<Requested>(
    filledBy configuring: (inout Requested) throws -> Void, in registry: Registry
  ) throws(RouteError) -> Any {
    guard let factory = route.declaration.configuration else { throw RouteError.noConfiguration(route) }
    return try route.making(in: registry) { () throws(RouteError) -> Any in
      let fresh = try route.running(.configuring, factory.make)
      var module: Requested
      if isStored(fresh, as: Requested.self) {
        module = knownValue(fresh, as: Requested.self)
      } else if let requested = fresh as? Requested {
        module = requested
      } else {
        throw RouteError.configurationMismatch(token, factory.type)
      }
      try route.running(.configuring) { try configuring(&module) }
      // Another value of the same type is one, too.
      guard Requested.self == factory.type || factory.accepts(module) else {
        throw RouteError.configurationReplaced(factory.type, by: module)
      }
      return module
    }
  }
}

extension CompiledRoute {
  /// Returns the caller's configuration, or a default one if the route has one and the caller passed none.
  func filled(_ configuration: Any?) throws(RouteError) -> Any? {
    guard configuration == nil, let factory = declaration.configuration else { return configuration }
    return try running(.configuring, factory.make)
  }
}
