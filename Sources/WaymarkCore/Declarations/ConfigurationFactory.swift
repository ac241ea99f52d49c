/// The factory of a route's configuration, which callers fill.
package final class ConfigurationFactory: Sendable {
  /// A function that fills a configuration from a request's context.
  package typealias Open = @Sendable (RequestContext, inout Any) throws -> Void

  package let type: Any.Type
  /// The function that makes a configuration with its default values.
  package let make: @Sendable () throws -> Any
  /// The function that returns whether a value is a configuration of this route.
  let accepts: @Sendable (Any) -> Bool
  /// The function that fills a configuration from a URL; nil if the route has none.
  package let open: Open?

  package init<Configuration>(_ make: @escaping @Sendable () throws -> Configuration, open: Open? = nil) {
    type = Configuration.self
    self.make = { try make() }
    accepts = { $0 is Configuration }
    self.open = open
  }

  /// Returns a configuration as the type that the route's closures take.
  package static func typed<Configuration>(_ value: Any) throws(RouteError) -> Configuration {
    guard let configuration = value as? Configuration else {
      throw RouteError.configurationReplaced(Configuration.self, by: value)
    }
    return configuration
  }
}
