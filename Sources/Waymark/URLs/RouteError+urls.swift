// The errors of matching, reading, and building URLs.
extension RouteError {
  static func unmatched(_ url: String, in registry: Registry) -> RouteError {
    let text = excerpt(url)
    if let problem = URLProblem(url) {
      return RouteError(
        .malformedURL,
        "\"\(text)\" is not a URL: \(problem.message), \(problem.offset) bytes after its beginning",
        remedy: problem.remedy)
    }
    let patterns = registry.urls.patterns
    guard !patterns.isEmpty else {
      return RouteError(
        .unknownURL, "\"\(text)\" leads nowhere: no route has a URLPattern",
        remedy: "add URLPattern(\"…\") to a route, or the module that has it to the registry")
    }
    let closest = ClosestPattern(to: url, among: patterns)?.pattern
    return RouteError(
      .unknownURL, "\"\(text)\" leads nowhere: none of \(patterns.count) patterns matches",
      remedy: closest.map { "did you mean \"\($0.shape.text)\" (\($0.route.declaration.location))?" }
        ?? "add URLPattern(\"…\") to a route, or the module that has it to the registry")
  }

  static func parentCycle(from url: String, through steps: [String]) -> RouteError {
    let way = [url] + steps.prefix { $0 != url }.reversed() + [url]
    return RouteError(
      .parentCycle,
      "the screens below \"\(excerpt(url))\" lead in a cycle: \(way.map { "\"\(excerpt($0))\"" }.joined(separator: " → "))",
      remedy: "leave one 'through:' out, or let it lead to a URL that another pattern does not take over")
  }

  static func missingParameter(_ name: String, of parameters: URLParameters) -> RouteError {
    RouteError(
      .missingParameter,
      "\"\(excerpt(parameters.text))\" has no parameter '\(name)', and matched \"\(parameters.shape.text)\"",
      remedy: near(name, parameters.names)
        ?? "add :\(name) to the pattern or \(name)=… to the query, or ask with valueIfPresent")
  }

  static func invalidParameter(
    _ name: String, _ text: String, as type: Any.Type, of parameters: URLParameters
  ) -> RouteError {
    RouteError(
      .invalidParameter,
      "the parameter '\(name)' of \"\(parameters.shape.text)\" is \"\(excerpt(text))\", which is no \(TypeName.of(type))",
      remedy: "correct the URL \"\(excerpt(parameters.text))\", or read the parameter as another type")
  }

  static func missingParameter(_ name: String, toWrite shape: ParsedPattern, of route: CompiledRoute)
    -> RouteError
  {
    RouteError(
      .missingParameter,
      "the URL of \(Step(route)) needs a value for '\(name)': its pattern is \"\(shape.text)\"",
      remedy: "give '\(name)' a value that is not empty")
  }

  static func unwritable(_ route: CompiledRoute) -> RouteError {
    let isWild = !route.declaration.patterns.isEmpty
    return RouteError(
      .unknownURL,
      isWild
        ? "the URL of \(Step(route)) cannot be written: each of its patterns has '*', which has no name"
        : "no URL leads to \(Step(route)): its route has no URLPattern",
      remedy: isWild ? "name the segment, as in :name" : "add URLPattern(\"…\") to the route")
  }

  /// Returns a suggestion for a misspelled name.
  private static func near(_ name: String, _ names: [String]) -> String? {
    NearMiss.of(name, among: names).map { "did you mean '\($0)'?" }
  }

  /// Returns the beginning of a string, which may be of any length, with control characters escaped.
  static func excerpt(_ text: String) -> String {
    // Counted in scalars, because one character may be of any length.
    let short = text.unicodeScalars.prefix(200)
    let end = short.endIndex == text.unicodeScalars.endIndex ? "" : "…"
    return String(
      short.flatMap {
        $0.properties.generalCategory == .control ? Array($0.escaped(asASCII: true)) : [Character($0)]
      }) + end
  }
}
