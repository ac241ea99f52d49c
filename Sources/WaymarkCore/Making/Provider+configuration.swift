import WaymarkRuntime

extension Provider {
  /// Returns a configuration that the caller has filled, as the type of the route's closures.
  package func configuration<Requested>(
    filledBy configuring: (inout Requested) throws -> Void, in registry: Registry
  ) throws(RouteError) -> Any {
    let factory = try configurationFactory()
    let proxies = configurationProxies
    return try route.making(in: registry) { () throws(RouteError) -> Any in
      var fresh = try route.defaultConfiguration(of: factory)
      for (proxy, _) in proxies { fresh = try route.running(.converting) { try proxy.make(fresh) } }
      var module = try typedValue(fresh, as: Requested.self) { () -> RouteError in
        .configurationMismatch(token, factory.type)
      }
      try route.running(.configuring) { try configuring(&module) }
      return try own(module, inside: proxies, factory)
    }
  }

  /// Returns a complete configuration of the caller as the type of the route's closures.
  package func configuration<Requested>(
    _ complete: Requested, in registry: Registry
  ) throws(RouteError) -> Any {
    let factory = try configurationFactory()
    return try route.making(in: registry) { () throws(RouteError) -> Any in
      try own(complete, inside: configurationProxies, factory)
    }
  }

  private func configurationFactory() throws(RouteError) -> ConfigurationFactory {
    // The rule missing-configuration refuses a route that provides a configuration and declares none.
    guard let factory = route.declaration.configuration else { throw RouteError.configurationMissing(route) }
    return factory
  }

  /// Returns the route's own configuration inside of proxies.
  private func own(
    _ module: Any, inside proxies: [(ConfigurationProxy, Adapter)], _ factory: ConfigurationFactory
  ) throws(RouteError) -> Any {
    var own = module
    for (proxy, adapter) in proxies.reversed() {
      let filled = own
      guard let inner = try route.running(.converting, { try proxy.back(filled) }) else {
        throw RouteError.configurationNotReturned(adapter, from: filled)
      }
      own = inner
    }
    guard factory.accepts(own) else { throw RouteError.configurationReplaced(factory.type, by: own) }
    return own
  }

  /// The proxies around the route's configuration, innermost first.
  private var configurationProxies: [(ConfigurationProxy, Adapter)] {
    sequence(first: self, next: \.adapted).compactMap { provider in
      guard let adapter = provider.adapter?.declaration, let proxy = adapter.proxy else { return nil }
      return (proxy, adapter)
    }.reversed()
  }
}

extension CompiledRoute {
  /// Returns the caller's configuration, or else the route's default one, if any.
  func filled(_ configuration: Any?) throws(RouteError) -> Any? {
    guard configuration == nil, let factory = declaration.configuration else { return configuration }
    return try defaultConfiguration(of: factory)
  }

  /// Returns a new configuration with default values.
  fileprivate func defaultConfiguration(of factory: ConfigurationFactory) throws(RouteError) -> Any {
    guard let make = factory.make else { throw RouteError.configurationMissing(self) }
    return try running(.configuring, make)
  }
}
