public import WaymarkCore
public import WaymarkRuntime

/// The parameters of a URL, from its path and its query, and the fragment.
///
///     let id: Int = try parameters.value("id")
///     let isDraft = try parameters.valueIfPresent("draft", as: Bool.self) ?? false
///     let tags = parameters.values("tag")
///
/// A parameter of the path takes precedence over the query. All members ignore an item of the query if its
/// percent-encoding isn't valid UTF-8, but a conversion throws `invalidParameter` if the parameter has no other value.
/// They also ignore an item with a name of more than 30 combining characters in a row. Every member is linear in the
/// length of the URL.
public struct URLParameters: Sendable, CustomStringConvertible {
  /// The normalized URL.
  let text: String
  let shape: ParsedPattern
  /// The places of the segments, as recorded by matching.
  var places = SegmentPlaces()

  /// Returns the value of a parameter as a string.
  ///
  /// - Parameter name: The name, or `**` for the rest of the path.
  /// - Returns: The decoded value, from the path or else the first item of the query, or nil if there's none.
  public subscript(name: String) -> String? { pathValue(name) ?? queryValues(name).first }

  /// Returns all values of a parameter.
  ///
  /// - Parameter name: The name, or `**` for the segments of the rest of the path.
  /// - Returns: The decoded value of the path, or else the decoded values of all items of the query with that name.
  public func values(_ name: String) -> [String] {
    name == "**" && shape.hasRest ? tail : pathValue(name).map { [$0] } ?? queryValues(name)
  }

  /// The decoded segments of the path that `**` matched, or an empty array without `**`.
  public var tail: [String] {
    guard shape.hasRest else { return [] }
    return text.withUTF8Span { url in
      URLParts(url).segments(url).dropFirst(shape.segments.count - 1).map { Self.decoded($0, of: url) }
    }
  }

  /// The decoded fragment, which follows `#`, or nil if there's none, or if its percent-encoding isn't valid UTF-8.
  public var fragment: String? {
    text.withUTF8Span { url in URLParts(url).fragment.flatMap { Self.decodedIfValid($0, of: url) } }
  }

  /// The unique names of all parameters, beginning with the parameters of the path.
  public var names: [String] { all.map(\.name) }

  /// All parameters with their values, once each, beginning with the parameters of the path.
  var all: [(name: String, values: [String])] {
    var all = (shape.names + (shape.hasRest ? ["**"] : [])).map { (name: $0, values: values($0)) }
    var places = Dictionary(all.enumerated().map { (ExactText(text: $1.name), $0) }) { first, _ in first }
    let ofPath = all.count
    for item in items {
      guard let name = name(item), let value = decodedIfValid(item.value) else { continue }
      let key = ExactText(text: name)
      if let place = places[key] {
        if place >= ofPath { all[place].values.append(value) }
      } else {
        places[key] = all.count
        all.append((name, [value]))
      }
    }
    return all
  }

  /// The values of all parameters, by name.
  var byName: [String: [ExactText]] {
    Dictionary(all.map { ($0.name, $0.values.map(ExactText.init)) }) { first, _ in first }
  }

  /// The parts of the URL that the pattern leaves open without making them parameters: the scheme in lowercase, the
  /// host in lowercase, with its port, and the decoded segments for `*`.
  ///
  /// The scheme or the host is nil if the pattern has one, or the URL has none.
  var openParts: (scheme: String?, host: String?, segments: [String]) {
    text.withUTF8Span { url in
      func lowercased(_ part: Range<Int>) -> String { Self.decoded(part, of: url).lowercasedASCII }
      let segments = zip(shape.segments, URLParts(url).segments(url)).filter { $0.0 == .any }
      return (
        shape.scheme == nil ? URLParts.scheme(url).map(lowercased) : nil,
        shape.host == nil ? (URLTrie.Authority(of: url)?.whole.range).map(lowercased) : nil,
        segments.map { Self.decoded($0.1, of: url) }
      )
    }
  }

  /// Returns whether two URLs of one route lead to the same place, regardless of the fragment.
  ///
  /// URLs of different patterns do if they have the same parameters. A URL without a scheme or a host, such as a path
  /// in the program, agrees with any.
  func agree(with other: URLParameters) -> Bool {
    guard byName == other.byName else { return false }
    guard shape === other.shape else { return true }
    let (first, second) = (openParts, other.openParts)
    func agree(_ first: String?, _ second: String?) -> Bool {
      first == nil || second == nil || first == second
    }
    return agree(first.scheme, second.scheme) && agree(first.host, second.host)
      && first.segments.map(ExactText.init) == second.segments.map(ExactText.init)
  }

  /// Returns the value of a parameter, converted from its string.
  ///
  ///     let id = try parameters.value("id", as: Int.self)
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - type: The type, such as `Int.self`.
  /// - Returns: The value.
  /// - Throws: `missingParameter`, or `invalidParameter` with the pattern, the parameter, the string, and the type.
  @inlinable
  public func value<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(RouteError) -> Value {
    if Value.self == Int.self, let number = integer(name) { return knownType(number, as: Value.self) }
    guard let text = try string(name) else { throw missing(name) }
    guard let value = Value(reading: text) else { throw invalid(name, text, as: type) }
    return value
  }

  /// Returns the value of a parameter, converted from its string, or nil if there's none.
  ///
  ///     let width = try parameters.valueIfPresent("width", as: Int.self) ?? 80
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - type: The type, such as `Int.self`.
  /// - Returns: The value, or nil if the URL has no such parameter.
  /// - Throws: `invalidParameter` with the pattern, the parameter, the string, and the type.
  @inlinable
  public func valueIfPresent<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(RouteError) -> Value? {
    guard let text = try string(name) else { return nil }
    guard let value = Value(reading: text) else { throw invalid(name, text, as: type) }
    return value
  }

  /// Returns the string of a parameter, or nil if there's none, or throws if it can't be decoded.
  @usableFromInline
  func string(_ name: String) throws(RouteError) -> String? {
    if let text = self[name] { return text }
    guard let item = items.first(where: { isItem($0, named: name) }) else { return nil }
    throw undecodable(name, text.withUTF8Span { String($0, item.value) })
  }

  private func undecodable(_ name: String, _ text: String) -> RouteError {
    RouteError(
      .invalidParameter,
      "the parameter '\(name)' of \"\(shape.text)\" is \"\(RouteError.excerpt(text))\", the percent-encoding of which is not valid UTF-8",
      remedy: RouteError.escapeRemedy)
  }

  /// Returns the number of a segment that consists of up to 18 digits, or nil for any other parameter.
  ///
  /// Most parameters of this type are identifiers, which need no string.
  @usableFromInline
  func integer(_ name: String) -> Int? {
    guard let segment = shape.segment(named: name), let place = places[segment], place.count <= 18 else {
      return nil
    }
    return text.withUTF8Span { url in
      var number = 0
      for position in place {
        let digit = url[position] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        number = number &* 10 &+ Int(digit)
      }
      return place.isEmpty ? nil : number
    }
  }

  @usableFromInline
  func missing(_ name: String) -> RouteError {
    RouteError(
      .missingParameter,
      "\"\(RouteError.excerpt(text))\", which matched \"\(shape.text)\", has no parameter '\(name)'",
      remedy: NearMiss.of(name, among: names).map { "did you mean '\($0)'?" }
        ?? "add :\(name) to the pattern or \(name)=… to the query\nread it with valueIfPresent")
  }

  @usableFromInline
  func invalid(_ name: String, _ text: String, as type: Any.Type) -> RouteError {
    let values = (type as? any CaseIterable.Type).map { Self.values(of: $0) } ?? []
    let one = values.isEmpty ? "" : ": '\(name)' is one of \(values.joined(separator: ", "))"
    return RouteError(
      .invalidParameter,
      "the parameter '\(name)' of \"\(shape.text)\" is \"\(RouteError.excerpt(text))\", which is not \(TypeName.withArticle(type))",
      remedy: "correct the URL \"\(RouteError.excerpt(self.text))\"\(one)\nread the parameter as another type"
    )
  }

  /// Returns the values of a type as they're written in a URL, or none if there are too many for a message.
  private static func values<Value: CaseIterable>(of type: Value.Type) -> [String] {
    func text(_ value: Any) -> String? {
      (value as? any URLValue)?.urlText ?? (value as? any LosslessStringConvertible)?.description
    }
    let values = type.allCases.prefix(maximumCount + 1).compactMap { value in
      text(value) ?? (value as? any RawRepresentable).flatMap { text(rawValue(of: $0)) }
    }
    return values.count > maximumCount ? [] : values
  }

  private static func rawValue(of value: some RawRepresentable) -> Any { value.rawValue }

  private static let maximumCount = 12

  /// All parameters as a string: `id=7, draft=true`.
  public var description: String {
    all.map { "\($0.name)=\($0.values.joined(separator: "/"))" }.joined(separator: ", ")
  }

  // MARK: -

  private typealias Item = (name: Range<Int>, value: Range<Int>)

  private var items: [Item] { text.withUTF8Span { URLParts($0).items($0) } }

  /// Returns the name of an item, or nil if it can't be decoded, or if comparing it takes quadratic time.
  private func name(_ item: Item) -> String? {
    decodedIfValid(item.name).flatMap { $0.isStreamSafe ? $0 : nil }
  }

  private func isItem(_ item: Item, named name: String) -> Bool {
    self.name(item).map(ExactText.init) == ExactText(text: name)
  }

  private func pathValue(_ name: String) -> String? {
    guard let index = shape.segment(named: name) else {
      return name == "**" && shape.hasRest ? tail.joined(separator: "/") : nil
    }
    return text.withUTF8Span { url in
      if let place = places[index] { return String(url, place) }
      return URLParts.segment(index, url).map { Self.decoded($0, of: url) }
    }
  }

  private func queryValues(_ name: String) -> [String] {
    items.filter { isItem($0, named: name) }.compactMap { decodedIfValid($0.value) }
  }

  /// Returns a name or value of the query.
  private func decodedIfValid(_ range: Range<Int>) -> String? {
    text.withUTF8Span { Self.decodedIfValid(range, of: $0, plusIsSpace: shape.plusIsSpace) }
  }

  /// Returns a part up to the end of the path, which matching has verified to decode.
  private static func decoded(_ range: Range<Int>, of url: Span<UInt8>) -> String {
    decodedIfValid(range, of: url) ?? String(url, range)
  }

  private static func decodedIfValid(
    _ range: Range<Int>, of url: Span<UInt8>, plusIsSpace: Bool = false
  ) -> String? {
    for position in range {
      let byte = url[position]
      guard byte == UInt8(ascii: "%") || plusIsSpace && byte == UInt8(ascii: "+") else { continue }
      let bytes = range.map { position in
        plusIsSpace && url[position] == UInt8(ascii: "+") ? UInt8(ascii: " ") : url[position]
      }
      return try? PercentCoding.decode(bytes).get()
    }
    return String(url, range)
  }
}

extension LosslessStringConvertible {
  /// Creates the value of a string, or nil if it has none.
  ///
  /// A `Character` traps if its string isn't one character. The compiler evaluates this check where it knows the type.
  @inlinable
  init?(reading text: String) {
    guard Self.self != Character.self || text.isOneCharacter else { return nil }
    self.init(text)
  }
}

extension String {
  @usableFromInline var isOneCharacter: Bool { !isEmpty && index(after: startIndex) == endIndex }

  /// Whether at most 30 combining characters follow each other, as in Unicode's stream-safe text (UAX #15).
  ///
  /// Hashing or comparing a string takes time that is quadratic in this number.
  fileprivate var isStreamSafe: Bool {
    var marks = 0
    return unicodeScalars.allSatisfy { scalar in
      marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      return marks <= 30
    }
  }
}
