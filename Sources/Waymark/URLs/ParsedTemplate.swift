/// The properties of a configuration that a pattern's parameters stand for.
struct ParsedTemplate: Sendable {
  let configuration: Any.Type
  /// The number of parameters, in the path and in the query.
  let count: Int
  /// Fills a configuration with the parameters of a URL.
  ///
  /// It throws `invalidParameter` if a parameter has no value of the property's type.
  let fill: @Sendable (URLParameters, inout Any) throws -> Void
  private let read: @Sendable (Any) -> [(key: String, value: String)]

  init<Configuration>(_ fields: [(name: String, field: URLTemplate<Configuration>.Field)]) {
    configuration = Configuration.self
    count = fields.count
    fill = { parameters, value in
      var configuration: Configuration = try ConfigurationFactory.typed(value)
      for (name, field) in fields {
        // A parameter of the path is always there. What the query lacks keeps its default.
        guard let text = parameters[name] else { continue }
        guard field.write(&configuration, text) else { throw parameters.invalid(name, text, as: field.type) }
      }
      value = configuration
    }
    read = { value in
      guard let configuration = value as? Configuration else { return [] }
      return fields.compactMap { name, field in field.read?(configuration).map { (name, $0) } }
    }
  }

  /// Returns the parameters of a configuration by name, without those that have no value.
  func values(of configuration: Any) -> [(key: String, value: String)] { read(configuration) }
}
