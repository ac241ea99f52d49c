import WaymarkCore

// The errors of matching, reading, and building URLs.
extension RouteError {
  static func unmatched(_ url: String, in registry: Registry) -> RouteError {
    if let closed = registry.closedError { return closed }
    let text = excerpt(url)
    if let problem = URLProblem(url) {
      return RouteError(
        .malformedURL,
        "\"\(text)\" is not a valid URL: \(problem.message) at byte \(problem.offset + 1)",
        remedy: problem.remedy)
    }
    let patterns = registry.layer.urls.patterns
    guard registry.stage == .complete else {
      return RouteError(
        .unknownURL, "no route matches \"\(text)\" in \(place(registry)), which is marked as early",
        remedy: later("open it", orAdd: "the route that has its URLPattern"))
    }
    guard !patterns.isEmpty else {
      return RouteError(
        .unknownURL, "no route matches \"\(text)\", because none has a URLPattern",
        remedy: "add URLPattern(\"…\") to a route, or add the module that has one to the registry")
    }
    let closest = ClosestPattern(to: url, among: patterns)?.pattern
    return RouteError(
      .unknownURL,
      "no route matches \"\(text)\"; the registry has \(patterns.count) pattern\(patterns.count == 1 ? "" : "s")",
      remedy: closest.map { "did you mean \"\($0.shape.text)\" (\($0.route.declaration.location))?" }
        ?? "add URLPattern(\"…\") to a route, or add the module that has one to the registry")
  }

  static func parentCycle(from url: String, through steps: [String]) -> RouteError {
    let way = [url] + steps.prefix { $0 != url }.reversed() + [url]
    return RouteError(
      .parentCycle,
      "the parents of \"\(excerpt(url))\" form a cycle: \(way.map { "\"\(excerpt($0))\"" }.joined(separator: " → "))",
      remedy: "remove one 'through:', or change it to a URL that no more specific pattern matches")
  }

  static func missingParameter(_ name: String, of parameters: URLParameters) -> RouteError {
    RouteError(
      .missingParameter,
      "\"\(excerpt(parameters.text))\", which matched \"\(parameters.shape.text)\", has no parameter '\(name)'",
      remedy: near(name, parameters.names)
        ?? "add :\(name) to the pattern or \(name)=… to the query, or read it with valueIfPresent")
  }

  static func invalidParameter(
    _ name: String, _ text: String, as type: Any.Type, of parameters: URLParameters
  ) -> RouteError {
    RouteError(
      .invalidParameter,
      "the parameter '\(name)' of \"\(parameters.shape.text)\" is \"\(excerpt(text))\", which is not \(TypeName.withArticle(type))",
      remedy: "correct the URL \"\(excerpt(parameters.text))\", or read the parameter as another type")
  }

  static func missingParameter(_ name: String, toWrite shape: ParsedPattern, of route: CompiledRoute)
    -> RouteError
  {
    RouteError(
      .missingParameter,
      "the URL of \(Step(route)) needs a value for '\(name)': its pattern is \"\(shape.text)\"",
      remedy: "pass a value for '\(name)' that is not empty")
  }

  static func tabShowsNothing(_ url: String) -> RouteError {
    RouteError(
      .unsupportedPath, "\"\(url)\" cannot be shown along tab, which selects a tab and shows nothing",
      remedy: "put RoutePlan.Step.tab(_:) with the name of the tab before the steps of the URL's plan")
  }

  static func unwritable(_ route: CompiledRoute) -> RouteError {
    let isWild = !route.declaration.patterns.isEmpty
    return RouteError(
      .unknownURL,
      isWild
        ? "no URL can be built for \(Step(route)): each of its patterns has '*', which has no name"
        : "no URL can be built for \(Step(route)): its route has no URLPattern",
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
