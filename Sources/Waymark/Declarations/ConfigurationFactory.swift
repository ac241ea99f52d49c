/// How a route makes the configuration that its callers fill.
final class ConfigurationFactory: Sendable {
  /// Fills a configuration with what the context of a request says.
  typealias Open = @Sendable (RequestContext, inout Any) throws -> Void

  let type: Any.Type
  /// Makes a configuration with its default values.
  let make: @Sendable () throws -> Any
  /// Whether a value is a configuration of this route.
  let accepts: @Sendable (Any) -> Bool
  /// Fills a configuration from a URL; nil where the route doesn't say how.
  let open: Open?

  init<Configuration>(_ make: @escaping @Sendable () throws -> Configuration, open: Open? = nil) {
    type = Configuration.self
    self.make = { try make() }
    accepts = { $0 is Configuration }
    self.open = open
  }

  /// A configuration as the type that the route's closures take.
  static func typed<Configuration>(_ value: Any) throws(RouteError) -> Configuration {
    guard let configuration = value as? Configuration else {
      throw RouteError.configurationReplaced(Configuration.self, by: value)
    }
    return configuration
  }
}
