/// The properties of a configuration that a pattern's parameters stand for.
///
/// It's a class because a pattern is copied for each URL that's written.
final class ParsedTemplate: Sendable {
  let configuration: Any.Type
  /// The number of parameters, in the path and in the query.
  let count: Int
  /// Fills a configuration with the parameters of a URL.
  ///
  /// It throws `invalidParameter` if a parameter has no value of the property's type.
  let fill: @Sendable (URLParameters, inout Any) throws -> Void
  /// The functions that return the values of a configuration, with their names.
  private let readers: [(name: String, read: @Sendable (Any) -> String?)]

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
    readers = fields.compactMap { name, field in field.read.map { (name, $0) } }
  }

  /// Returns the parameters of a configuration by name, without those that have no value.
  func values(of configuration: Any) -> [(key: String, value: String)] {
    var values: [(key: String, value: String)] = []
    for (name, read) in readers {
      if let value = read(configuration) { values.append((name, value)) }
    }
    return values
  }
}
