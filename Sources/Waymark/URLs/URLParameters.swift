import WaymarkRuntime

/// What a URL says besides where it leads: the parameters of the path, the items of the query, the fragment.
///
/// Nothing is decoded before it is asked for. All functions are linear in the length of the URL.
public struct URLParameters: Sendable, CustomStringConvertible {
  let text: String
  let shape: ParsedPattern

  /// The value of a parameter.
  ///
  /// - Parameter name: Its name; `**` for the rest of the path.
  /// - Returns: The decoded value: of the path, or else of the first item of the query with that name; nil where
  ///   there is none.
  public subscript(name: String) -> String? { pathValue(name) ?? queryValues(name).first }

  /// All values of a parameter.
  ///
  /// - Parameter name: Its name; `**` for the segments of the rest of the path.
  /// - Returns: The decoded values: the one of the path, or else those of all items of the query with that name.
  public func values(_ name: String) -> [String] {
    name == "**" && hasTail ? tail : pathValue(name).map { [$0] } ?? queryValues(name)
  }

  /// The segments of the path that `**` stands for, decoded.
  public var tail: [String] {
    guard hasTail else { return [] }
    return text.withUTF8Span { url in
      URLParts(url).segments(url).dropFirst(shape.segments.count - 1).map { decoded($0) }
    }
  }

  /// What follows `#`, decoded; nil where there is none.
  public var fragment: String? { text.withUTF8Span { URLParts($0).fragment }.map { decoded($0) } }

  /// The names of all parameters, those of the path first, each once.
  public var names: [String] { all.map(\.name) }

  /// All parameters with their values, those of the path first, each once; found in one pass.
  var all: [(name: String, values: [String])] {
    var all = (shape.names + (hasTail ? ["**"] : [])).map { (name: $0, values: values($0)) }
    var places = Dictionary(all.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let ofPath = all.count
    for item in items {
      let name = decoded(item.name)
      if let place = places[name] {
        if place >= ofPath { all[place].values.append(decoded(item.value)) }
      } else {
        places[name] = all.count
        all.append((name, [decoded(item.value)]))
      }
    }
    return all
  }

  /// The value of a parameter, as a type that can be read from a text.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - type: The type, such as `Int.self`.
  /// - Returns: The value.
  /// - Throws: `missingParameter`, or `invalidParameter` with the pattern, the parameter, the text and the type.
  @inlinable
  public func value<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(RouteError) -> Value {
    guard let text = self[name] else { throw missing(name) }
    guard let value = Value(text) else { throw invalid(name, text, as: type) }
    return value
  }

  /// The value of a parameter, as a type that can be read from a text, if there is one.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - type: The type, such as `Int.self`.
  /// - Returns: The value; nil where the URL has no such parameter.
  /// - Throws: `invalidParameter` with the pattern, the parameter, the text and the type.
  @inlinable
  public func valueIfPresent<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(RouteError) -> Value? {
    guard let text = self[name] else { return nil }
    guard let value = Value(text) else { throw invalid(name, text, as: type) }
    return value
  }

  @usableFromInline
  func missing(_ name: String) -> RouteError { .missingParameter(name, of: self) }

  @usableFromInline
  func invalid(_ name: String, _ text: String, as type: Any.Type) -> RouteError {
    .invalidParameter(name, text, as: type, of: self)
  }

  /// All parameters as a text: `id=7, draft=true`.
  public var description: String {
    all.map { "\($0.name)=\($0.values.joined(separator: "/"))" }.joined(separator: ", ")
  }

  // MARK: -

  private var hasTail: Bool { shape.segments.last == .rest }

  private var items: [(name: Range<Int>, value: Range<Int>)] {
    text.withUTF8Span { URLParts($0).items($0) }
  }

  private func pathValue(_ name: String) -> String? {
    guard let parameter = shape.parameters.first(where: { $0.name == name }) else {
      return name == "**" && hasTail ? tail.joined(separator: "/") : nil
    }
    return text.withUTF8Span { url in
      URLParts(url).segment(parameter.segment, url).map { Self.decoded($0, of: url) }
    }
  }

  private func queryValues(_ name: String) -> [String] {
    items.filter { decoded($0.name) == name }.map { decoded($0.value) }
  }

  private func decoded(_ range: Range<Int>) -> String { text.withUTF8Span { Self.decoded(range, of: $0) } }

  private static func decoded(_ range: Range<Int>, of url: Span<UInt8>) -> String {
    for position in range where url[position] == UInt8(ascii: "%") {
      // Matching has found that every part decodes.
      if case .success(let decoded) = PercentCoding.decode(range.map { url[$0] }) { return decoded }
    }
    return String(url, range)
  }
}
