/// How a route makes the configuration that its callers fill.
struct ConfigurationRecipe: Sendable {
  let type: Any.Type
  let make: @Sendable () throws -> Any
  /// Whether a value is a configuration of this route.
  let accepts: @Sendable (Any) -> Bool
  /// Fills a configuration with what a URL says; nil where the route does not say how.
  let open: (@Sendable (URLParameters, inout Any) throws -> Void)?

  init<Configuration>(
    _ make: @escaping @Sendable () throws -> Configuration,
    open: (@Sendable (URLParameters, inout Configuration) throws -> Void)?
  ) {
    type = Configuration.self
    if let open {
      self.open = { parameters, value in
        var configuration: Configuration = try Self.typed(value)
        try open(parameters, &configuration)
        value = configuration
      }
    } else {
      self.open = nil
    }
    self.make = { try make() }
    accepts = { $0 is Configuration }
  }

  /// A configuration as the type that the route's closures take.
  static func typed<Configuration>(_ value: Any) throws(RouteError) -> Configuration {
    guard let configuration = value as? Configuration else {
      throw RouteError.configurationReplaced(Configuration.self, by: value)
    }
    return configuration
  }
}
