import WaymarkCore
import WaymarkRuntime

/// The reason why a pattern is invalid.
struct MalformedPattern: Error, Hashable {
  let text: String
  let message: String
  let remedy: String
  /// The number of characters before the problem.
  let offset: Int

  /// The pattern, and below it a caret that points at the problem.
  var picture: String { "\"\(text)\"\n     \(String(repeating: " ", count: offset))^" }
}

/// The pattern most similar to an unmatched URL, for a suggestion.
enum ClosestPattern {
  /// Returns the closest pattern, or nil if none is close.
  ///
  /// - Complexity: Linear in the number of patterns. A URL of more than 200 bytes has no closest pattern.
  static func of(_ url: String, among patterns: [RegisteredPattern]) -> RegisteredPattern? {
    guard url.utf8.count <= 200 else { return nil }
    let (front, segments) = url.withUTF8Span { bytes in
      let parts = URLParts(bytes)
      return (String(bytes, 0..<parts.path.lowerBound), parts.segments(bytes).map { String(bytes, $0) })
    }
    var candidates: [String] = []
    var meant: [String: RegisteredPattern] = [:]
    for pattern in patterns where abs(pattern.shape.segments.count - segments.count) <= 1 {
      let text = text(of: pattern.shape, like: front, segments)
      if meant.updateValue(pattern, forKey: text) == nil { candidates.append(text) }
    }
    let wanted = front + segments.map { "/" + $0 }.joined()
    return NearMiss.of(wanted, among: candidates).flatMap { meant[$0] }
  }

  /// Returns a pattern as a URL, with the variable parts of another URL.
  private static func text(of shape: ParsedPattern, like front: String, _ segments: [String]) -> String {
    var text = shape.scheme.map { "\($0):" } ?? String(front.prefix { $0 != "/" })
    let host = String(front.drop { $0 != "/" })
    text += shape.host.map { isSame("//\($0)", host) ? host : "//\($0)" } ?? host
    for (index, segment) in shape.segments.enumerated() {
      switch segment {
      case .literal(let literal): text += "/" + literal.text
      case .name, .any: text += "/" + (segments.indices.contains(index) ? segments[index] : "…")
      case .rest: text += segments.dropFirst(index).map { "/" + $0 }.joined()
      }
    }
    return text
  }

  /// Returns whether two hosts differ at most in their ports.
  private static func isSame(_ host: String, _ other: String) -> Bool {
    func withoutPort(_ host: String) -> Substring {
      let port = host.drop { $0 != ":" }
      return port.dropFirst().allSatisfy(\.isNumber) ? host.dropLast(port.count) : host[...]
    }
    return withoutPort(host) == withoutPort(other)
  }
}

/// A string that compares by its bytes, as in URLs: an `é` of one scalar isn't equal to an `é` of two.
struct ExactText: Sendable, Hashable {
  let text: String

  static func == (first: Self, second: Self) -> Bool { first.text.utf8.elementsEqual(second.text.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}

// Errors in matching, reading, and building URLs.
extension RouteError {
  static func unmatched(_ url: String, in registry: Registry) -> RouteError {
    if let closed = registry.closedError { return closed }
    if let malformed = malformed(url) { return malformed }
    let text = excerpt(url)
    if let missing = noRegistry(for: "\"\(text)\"", in: registry) { return missing }
    if let taker = registry.image.urls.pattern(of: url.normalizedURL), taker.isExclusion {
      return .excluded(url, by: taker)
    }
    let patterns = registry.image.urls.patterns
    guard registry.stage == .complete else {
      return RouteError(
        .unknownURL, "no route matches \"\(text)\" in \(earlyPlace(registry))",
        remedy: later("open it", orAdd: "the route that has its URLPattern"))
    }
    let others =
      patterns.isEmpty
      ? ": no route of the registry has a URLPattern"
      : " (the registry has \(patterns.count) pattern\(patterns.count == 1 ? "" : "s"))"
    guard url.withUTF8Span({ URLParts($0).isAbsolute($0) }) else {
      return RouteError(
        .unknownURL, "no route matches \"\(text)\": its path does not begin with a slash",
        remedy: "begin its path with a slash, or write a host after two slashes")
    }
    let closest = ClosestPattern.of(url, among: patterns)
    return RouteError(
      .unknownURL, "no route matches \"\(text)\"\(others)",
      remedy: closest.map { "did you mean \"\($0.shape.text)\" (\($0.route.declaration.location))?" }
        ?? "add URLPattern(\"…\") to a route\nadd the module that has one to the registry")
  }

  /// Returns the error for a string that isn't a valid URL, with its first problem, or nil for a valid URL.
  static func malformed(_ text: String) -> RouteError? {
    text.withUTF8Span { bytes in
      let range = bytes.withoutBlanks
      let url = bytes.extracting(range)
      func error(_ problem: String, _ remedy: String, at offset: Int) -> RouteError {
        let place = "at byte \(range.lowerBound + offset + 1)"
        return RouteError(
          .malformedURL, "\"\(excerpt(text))\" is not a valid URL: \(problem) \(place)", remedy: remedy)
      }
      let parts = URLParts(url)
      for offset in url.indices {
        if URLTrie.isForbidden(url[offset]) {
          return error(
            "it contains a space or a control character", "percent-encode it, as in %20", at: offset)
        }
        if offset < parts.path.upperBound, URLTrie.isForbiddenInPath(url[offset]) {
          return error("it contains a backslash", "write / or %5C", at: offset)
        }
      }
      if let port = URLTrie.Authority(of: url)?.port, !url.isPort(port) {
        return error(
          "its port is not a number up to 65535", "write a number\nomit the port", at: port.lowerBound)
      }
      return parts.positionOfInvalidEscape(url).map { offset in
        error("it has an invalid percent-encoding", escapeRemedy, at: offset)
      }
    }
  }

  static let escapeRemedy =
    "write two hexadecimal digits after each '%' so that they are valid UTF-8, and %25 for the character"

  static func parentCycle(from url: String, through steps: [String]) -> RouteError {
    let way = [url] + steps.prefix { $0 != url }.reversed() + [url]
    return RouteError(
      .parentCycle,
      "the parents of \"\(excerpt(url))\" form a cycle: \(way.map { "\"\(excerpt($0))\"" }.joined(separator: " → "))",
      remedy: "remove one 'through:'\nchange it to a URL that no more specific pattern matches")
  }

  /// Returns the error for a pattern that can't form a URL.
  ///
  /// - Parameter given: The names that have a value, if a caller wrote them.
  static func unwritable(
    _ reason: ParsedPattern.Unwritable, _ shape: ParsedPattern, _ route: CompiledRoute, given: [String] = [],
    filled: [String]? = nil
  ) -> RouteError {
    switch reason {
    case .missing(let name):
      let misspelled = NearMiss.of(name, among: given.filter { !shape.names.contains($0) })
      return RouteError(
        .missingParameter,
        "the URL of \(Step(route)) needs a value for '\(name)': its pattern is \"\(shape.text)\"",
        remedy: filled?.contains(name) == false
          ? "write \\(\\.property) in place of ':\(name)'\ncall url([…]) with a value for each parameter"
          : misspelled.map { "write '\(name)' in place of '\($0)'" }
            ?? "pass a value for '\(name)' that is not empty")
    case .dots(let name, let value):
      return RouteError(
        .missingParameter,
        "the URL of \(Step(route)) cannot have '\(value)' in '\(name)': it is a segment of \"\(shape.text)\", and '\(value)' is removed from each URL",
        remedy: "pass another value\nput the value in the query")
    case .unnamed: return unwritable(route)
    }
  }

  static func excluded(
    _ url: String, by pattern: RegisteredPattern, isWritten: Bool = false
  ) -> RouteError {
    RouteError(
      .unknownURL,
      "no route matches \"\(excerpt(url))\", because \(pattern.text) of \(Step(pattern.route)) excludes it",
      remedy: "\(isWritten ? "pass other values" : "open the URL in a browser")\nremove the exclusion")
  }

  static func unmatchable(_ url: String, _ route: CompiledRoute) -> RouteError {
    RouteError(
      .unknownURL, "no URL can be built for \(Step(route)): \"\(excerpt(url))\" matches none of its patterns",
      remedy: "pass a value for each part of the pattern\nremove the empty segments from the pattern")
  }

  static func unwritable(_ route: CompiledRoute) -> RouteError {
    let isWild = !route.declaration.patterns.isEmpty
    return RouteError(
      .unknownURL,
      "no URL can be built for \(Step(route)): "
        + (isWild ? "each of its patterns has '*', which has no name" : "its route has no URLPattern"),
      remedy: isWild ? "name the segment, as in :name" : "add URLPattern(\"…\") to the route")
  }
}
