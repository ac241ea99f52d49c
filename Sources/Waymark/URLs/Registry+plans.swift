#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Registry {
  /// What opening a URL would do: the screens below its destination (``URLPattern/init(_:through:)``), and itself.
  ///
  /// Nothing is made, shown or asked.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - kind: How each screen is to be shown.
  /// - Returns: The plan.
  /// - Throws: `malformedURL`, `unknownURL` with the closest pattern, or `parentCycle` where the screens below this URL
  ///   lead back to themselves.
  public func plan(for url: String, along kind: RoutePath.Kind = .push) throws(RouteError) -> RoutePlan {
    var steps: [RoutePlan.Step] = []
    var url = url
    while true {
      // Compilation has found circles of patterns; what a certain URL leads through may be a more specific one.
      guard !steps.contains(where: { $0.url == url }) else {
        throw reporting(.parentCycle(from: url, through: steps.map(\.url)))
      }
      let match = try matched(url)
      steps.insert(step(match, kind), at: 0)
      guard let parent = match.linked.parent else { return RoutePlan(steps: steps) }
      url = try match.url(of: parent)
    }
  }

  /// What opening a URL would do: the screens below its destination (``URLPattern/init(_:through:)``), and itself.
  ///
  /// Nothing is made, shown or asked.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - kind: How each screen is to be shown.
  /// - Returns: The plan.
  /// - Throws: `unknownURL` with the closest pattern.
  public func plan(for url: URL, along kind: RoutePath.Kind = .push) throws(RouteError) -> RoutePlan {
    try plan(for: url.absoluteString, along: kind)
  }

  /// Shows the screens of a plan, one after the other, each when the one before is shown.
  ///
  /// - Parameters:
  ///   - plan: The plan: of ``plan(for:along:)-(String,_)``, or one that was kept.
  ///   - source: From where the screens are shown.
  /// - Returns: What is shown, the lowest first.
  /// - Throws: ``RoutePlan/Failure`` at the first step that cannot be shown, for example because its URL leads nowhere
  ///   any more; what was shown before stays.
  @MainActor
  @discardableResult
  public func perform(
    _ plan: RoutePlan, from source: any RouteSource
  ) async throws(RoutePlan.Failure) -> [ActiveRoute<Any>] {
    var shown: [ActiveRoute<Any>] = []
    for (index, step) in plan.steps.enumerated() {
      do {
        let active = try open(step.url, .custom(RoutePath.Kind(step.kind), from: source))
        _ = try await active.completed()
        shown.append(active)
      } catch {
        let error =
          error as? RouteError ?? RouteError(.refused, "the caller was cancelled", underlying: error)
        throw RoutePlan.Failure(index: index, step: step, error: error, shown: shown, count: plan.steps.count)
      }
    }
    return shown
  }

  private func step(_ match: URLMatch, _ kind: RoutePath.Kind) -> RoutePlan.Step {
    let (declaration, parameters) = (match.linked.route.declaration, match.parameters)
    let interceptors = interceptors(of: match.linked.route)
    return RoutePlan.Step(
      url: match.url, kind: kind.name, pattern: match.pattern, destination: match.destination,
      identifiers: declaration.identifiers, location: "\(match.location)",
      parameters: Dictionary(parameters.all.map { ($0.name, $0.values) }) { first, _ in first },
      interceptors: interceptors.map { "\($0.location)" })
  }
}

extension URLMatch {
  /// The URL of the screen below, with the parameters of this one.
  fileprivate func url(of parent: ParsedPattern) throws(RouteError) -> String {
    var values: [String: String] = [:]
    for name in parent.names { values[name] = parameters[name] }
    do throws(ParsedPattern.Unwritable) {
      return try parent.url(values, fragment: nil)
    } catch {
      // Compilation has found that the parent has no other parameters, and those of a path are not empty.
      throw RouteError.unwritable(linked.route)
    }
  }
}
