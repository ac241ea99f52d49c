import WaymarkCore

/// A parser for the syntax of ``URLTemplate``.
struct URLTemplateParser<Configuration> {
  /// The template read so far as a pattern, with `:name` for a property.
  private var text = ""
  /// The pattern of the path, or nil before the query.
  private var path: String?
  /// The text of the query since its last property.
  private var item = ""
  private var properties: [ParsedTemplate.Property] = []
  /// The number of properties in the path, before the properties of the query.
  private var pathCount = 0
  /// Whether the last piece was a property of the path, so the segment has to end.
  private var isAfterSegment = false

  /// Returns a template's pattern and its properties, or throws the first problem.
  static func parse(
    _ template: URLTemplate<Configuration>, plusIsSpace: Bool
  ) throws(MalformedPattern) -> (shape: ParsedPattern, template: ParsedTemplate) {
    var parser = URLTemplateParser()
    for piece in template.pieces {
      switch piece {
      case .literal(let literal): try parser.read(literal)
      case .property(let name, let property, let isNamed): try parser.read(name, property, isNamed)
      }
    }
    return try parser.end(plusIsSpace: plusIsSpace)
  }

  /// Returns the pattern of a parent's template, or throws the first problem.
  static func parse(parent template: URLTemplate<Configuration>) throws(MalformedPattern) -> ParsedPattern {
    var parser = URLTemplateParser()
    for piece in template.pieces {
      switch piece {
      case .literal(let literal):
        try parser.checkSegmentEnds(before: literal)
        parser.text += literal
      case .property(let name, _, _):
        // The parser of the pattern refuses a query.
        if !parser.text.contains("?") {
          guard !parser.isAfterSegment, parser.text.last == "/" else { throw parser.besideOthers }
          parser.isAfterSegment = true
        }
        guard let name else { throw parser.nameless }
        parser.text += ":\(name)"
      }
    }
    return try URLPatternParser.parse(parser.text)
  }

  /// Throws if a literal doesn't end the segment of a property.
  private mutating func checkSegmentEnds(before literal: String) throws(MalformedPattern) {
    if isAfterSegment, let first = literal.first, first != "/", first != "?", first != "#" {
      throw besideOthers
    }
    isAfterSegment = false
  }

  private mutating func read(_ literal: String) throws(MalformedPattern) {
    try checkSegmentEnds(before: literal)
    if let fragment = literal.firstIndex(of: "#") {
      text += literal[..<fragment]
      throw failure("has a fragment", "remove it: the fragment is a parameter of every URL")
    }
    if path != nil {
      item += literal
    } else if let question = literal.firstIndex(of: "?") {
      path = text + literal[..<question]
      item = String(literal[question...].dropFirst())
    }
    text += literal
  }

  private mutating func read(
    _ name: String?, _ property: URLProperty?, _ isNamed: Bool
  ) throws(MalformedPattern) {
    guard let property else {
      throw failure(
        "has a key path that cannot be used on any thread",
        "use a stored property of a struct\nread the value in the route's open: closure")
    }
    if path == nil { try readSegment(name, property) } else { try readItem(name, property, isNamed) }
  }

  private var hasQueryItems: Bool { properties.count > pathCount }

  private mutating func readSegment(_ name: String?, _ property: URLProperty) throws(MalformedPattern) {
    guard !isAfterSegment, text.last == "/" else { throw besideOthers }
    guard let name else { throw nameless }
    guard !property.isOptional else {
      throw failure(
        "has the optional property '\(name)' in its path, where a value cannot be missing",
        "make it not optional\nmove it to the query, as in ?\(name)=\\(\\.\(name))")
    }
    // The pattern's parser would read a slash as the end of the segment.
    if let problem = URLPatternParser.problem(ofName: name) {
      throw failure(problem.message, problem.remedy)
    }
    text += ":\(name)"
    properties.append((name, property))
    pathCount += 1
    isAfterSegment = true
  }

  private mutating func readItem(
    _ propertyName: String?, _ property: URLProperty, _ isNamed: Bool
  ) throws(MalformedPattern) {
    let written = hasQueryItems ? item.dropFirst() : item[...]
    guard !hasQueryItems || item.first == "&", written.last == "=", !written.dropLast().isEmpty,
      !written.dropLast().contains(where: { "=&?".contains($0) }),
      case .success(let name) = PercentCoding.decode(written.dropLast().utf8)
    else { throw notAnItem }
    guard !properties.contains(where: { $0.name == name }), name != "**" else { throw twice(name) }
    if isNamed, let propertyName, propertyName != name {
      throw failure(
        "has the parameter '\(name)' in its query, with another name in named:",
        "remove named: \"\(propertyName)\"\nwrite \(propertyName)= in place of \(name)=")
    }
    properties.append((name, property))
    text += "\\(\\.\(propertyName ?? "property"))"
    item = ""
  }

  private func end(
    plusIsSpace: Bool
  ) throws(MalformedPattern) -> (shape: ParsedPattern, template: ParsedTemplate) {
    guard item.isEmpty, path == nil || hasQueryItems else { throw notAnItem }
    let shape = try URLPatternParser.parse(path ?? text, plusIsSpace: plusIsSpace)
    // The path may also have parameters without a property.
    if let repeated = properties.dropFirst(pathCount).first(where: { shape.names.contains($0.name) }) {
      throw twice(repeated.name)
    }
    return (shape, ParsedTemplate(properties, of: Configuration.self))
  }

  // MARK: - Problems

  private var besideOthers: MalformedPattern {
    failure("has a property beside other characters", "use it as a whole segment")
  }

  private var nameless: MalformedPattern {
    failure(
      "has a property in its path whose name is not known, because it is computed, has an observer, or belongs to "
        + "a class",
      "name it, as in \\(\\.property, named: \"id\")")
  }

  private var notAnItem: MalformedPattern {
    failure(
      "has something in its query that is not a name and a property",
      "write it as in ?page=\\(\\.page), with & between two")
  }

  private func twice(_ name: String) -> MalformedPattern {
    failure("has two parameters '\(name)'", "rename one of them")
  }

  /// Returns a problem at the end of the text read so far.
  private func failure(_ message: String, _ remedy: String) -> MalformedPattern {
    MalformedPattern(text: text, message: message, remedy: remedy, offset: text.count)
  }
}

/// The properties of a configuration that a pattern's parameters fill, as a class that copies of a pattern share.
final class ParsedTemplate: Sendable {
  /// A property with the name of its parameter.
  typealias Property = (name: String, property: URLProperty)

  let configuration: Any.Type
  private let properties: [Property]
  /// Whether filling one property leaves the others as they are, because each is stored in bytes of its own.
  private let areIndependent: Bool

  init(_ properties: [Property], of configuration: Any.Type) {
    self.configuration = configuration
    self.properties = properties
    let bytes = properties.compactMap(\.property.bytes).sorted { $0.lowerBound < $1.lowerBound }
    let areDisjoint = zip(bytes, bytes.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
    areIndependent = bytes.count == properties.count && areDisjoint
  }

  /// The number of parameters, in the path and in the query.
  var count: Int { properties.count }

  var names: [String] { properties.map(\.name) }

  /// Fills a configuration with the parameters of a URL, or throws `invalidParameter` for one that doesn't convert.
  func fill(_ parameters: URLParameters, _ configuration: inout Any) throws(RouteError) {
    for (name, property) in properties {
      // A parameter of the path always exists. A parameter missing in the query keeps its default.
      guard let text = try parameters.string(name) else { continue }
      guard property.write(&configuration, text) else {
        throw parameters.invalid(name, text, as: property.type)
      }
    }
  }

  /// Fills a configuration with parameters of another one, and returns the first one that doesn't convert.
  func fill(_ values: [(key: String, value: String)], _ configuration: inout Any) -> String? {
    for (name, property) in properties {
      guard let text = values.first(where: { $0.key == name })?.value else { continue }
      guard property.write(&configuration, text) else { return name }
    }
    return nil
  }

  /// Returns the first property that differs between two configurations, with its texts, or nil if there's none.
  func difference(_ first: Any, _ second: Any) -> (name: String, first: URLText, second: URLText)? {
    for (name, property) in properties {
      let (left, right) = (property.read(first), property.read(second))
      if left != right { return (name, left, right) }
    }
    return nil
  }

  /// Returns the value of a parameter's property if no text represents it, and nil otherwise.
  func unwritable(_ name: String, in configuration: Any) -> Any? {
    guard let property = properties.first(where: { $0.name == name })?.property,
      case .unwritable(let value) = property.read(configuration)
    else { return nil }
    return value
  }

  /// Returns whether values fill all properties of a configuration that has default values, so that nothing is lost.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - values: The values of its properties that have one.
  ///   - makeDefault: Returns the configuration with default values.
  func fillsAll(
    _ configuration: Any, _ values: [(key: String, value: String)], orDefaultOf makeDefault: () -> Any?
  ) -> Bool {
    guard areIndependent else { return false }
    guard values.count < count else { return true }
    guard let other = makeDefault() else { return false }
    // A property without a value keeps its default, which has to be nil, too.
    return properties.allSatisfy { name, property in
      values.contains { $0.key == name }
        || property.read(configuration) == .missing && property.read(other) == .missing
    }
  }

  /// Returns the parameters of a configuration by name, without properties that have no text.
  func values(of configuration: Any) -> [(key: String, value: String)] {
    var values: [(key: String, value: String)] = []
    values.reserveCapacity(properties.count)
    for (name, property) in properties {
      if case .written(let value) = property.read(configuration) { values.append((name, value)) }
    }
    return values
  }
}
