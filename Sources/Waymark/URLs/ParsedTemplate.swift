/// The properties of a configuration that a pattern's parameters stand for.
///
/// It's a class because a pattern is copied for each URL that's written.
final class ParsedTemplate: Sendable {
  let configuration: Any.Type
  /// The number of parameters, in the path and in the query.
  let count: Int
  private let properties: [Property]

  /// A property, with functions that take a configuration.
  private struct Property {
    let name: String
    let type: Any.Type
    let read: @Sendable (Any) -> String?
    let write: @Sendable (inout Any, String) -> Bool
  }

  init<Configuration>(_ fields: [(name: String, field: URLTemplate<Configuration>.Field)]) {
    configuration = Configuration.self
    count = fields.count
    properties = fields.compactMap { name, field in
      guard let read = field.read, let write = field.write else { return nil }
      return Property(name: name, type: field.type, read: read, write: write)
    }
  }

  /// Fills a configuration with the parameters of a URL.
  ///
  /// - Throws: `invalidParameter` if a parameter has no value of the property's type.
  func fill(_ parameters: URLParameters, _ configuration: inout Any) throws(RouteError) {
    for property in properties {
      // A parameter of the path is always there. What the query lacks keeps its default.
      guard let text = parameters[property.name] else { continue }
      guard property.write(&configuration, text) else {
        throw parameters.invalid(property.name, text, as: property.type)
      }
    }
  }

  /// Returns the parameters of a configuration by name, without those that have no value.
  func values(of configuration: Any) -> [(key: String, value: String)] {
    var values: [(key: String, value: String)] = []
    for property in properties {
      if let value = property.read(configuration) { values.append((property.name, value)) }
    }
    return values
  }
}
