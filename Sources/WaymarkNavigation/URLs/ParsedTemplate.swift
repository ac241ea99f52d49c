import WaymarkCore

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

  /// Fills a configuration with the parameters that were read from another one.
  ///
  /// - Returns: The name of the first parameter that has no value of its property's type; nil if all have.
  func fill(_ values: [(key: String, value: String)], _ configuration: inout Any) -> String? {
    for property in properties {
      guard let text = values.first(where: { $0.key == property.name })?.value else { continue }
      guard property.write(&configuration, text) else { return property.name }
    }
    return nil
  }

  /// Returns the first property in which two configurations differ, with its string in each; nil if there's none.
  func difference(_ first: Any, _ second: Any) -> (name: String, first: String?, second: String?)? {
    for property in properties {
      let (left, right) = (property.read(first), property.read(second))
      if left.map(ExactText.init) != right.map(ExactText.init) { return (property.name, left, right) }
    }
    return nil
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
