public import WaymarkCore

/// The steps of opening a URL, as a value to inspect, compare, encode, and perform later.
///
///     let plan = try registry.plan(for: "notes://folder/work/note/7")
///     try await registry.perform(plan, from: window)
///
/// Performing a plan uses only the URLs and kinds of its steps. The other properties describe the routes that matched.
public struct RoutePlan: Codable, Sendable, Hashable {
  /// One screen of a plan.
  public struct Step: Codable, Sendable, Hashable, CustomStringConvertible {
    /// The URL that opens the screen.
    public var url: String
    /// The name of the ``RoutePath/Kind`` that shows the screen.
    public var kind: String
    /// The pattern that the URL matched.
    public var pattern: String
    /// The name of the destination's type.
    public var destination: String
    /// The identifiers of the route.
    public var identifiers: [String]
    /// The source location of the route's declaration.
    public var location: String
    /// The values of the parameters, by name.
    public var parameters: [String: [String]]
    /// The source locations of the interceptors that decide about the screen, in order.
    public var interceptors: [String]

    /// The destination, the kind, and the URL: `EditorView push notes://note/7`.
    public var description: String { tab == nil ? "\(destination) \(kind) \(url)" : "\(kind) \(url)" }

    /// Returns a step that selects a tab for the steps after it.
    ///
    ///     let inbox = RoutePlan(steps: [.tab("inbox")] + plan.steps)
    ///
    /// It must be the first step of its plan, and needs a ``TabPresenter``. Its ``url`` is the name of the tab.
    ///
    /// - Parameter name: The name of the tab.
    public static func tab(_ name: String) -> Self {
      Self(
        url: name, kind: RoutePath.Kind.tab.name, pattern: "", destination: "", identifiers: [], location: "",
        parameters: [:], interceptors: [])
    }

    /// The name of the tab that the step selects, or nil if it shows a screen.
    public var tab: String? { kind == RoutePath.Kind.tab.name ? url : nil }
  }

  /// The screens, beginning with the lowest.
  public var steps: [Step]

  /// Creates a plan from steps, such as steps of other plans.
  ///
  /// - Parameter steps: The screens, beginning with the lowest.
  public init(steps: [Step]) { self.steps = steps }

  /// An error that ends a plan at a step that can't be shown.
  ///
  ///     do {
  ///       try await registry.perform(plan, from: window)
  ///     } catch {
  ///       print(error.index, error.error)
  ///     }
  public struct Failure: Error, RouteFailure, CustomStringConvertible {
    /// The index of the step, counted from 0.
    public let index: Int
    /// The step that can't be shown.
    public let step: Step
    /// The reason: `unknownURL` if the registry no longer has a route for the step, or the error of the step.
    public let error: RouteError
    /// The active routes of the previous steps, which stay, beginning with the lowest screen.
    public let shown: [ActiveRoute<Any>]
    let count: Int

    /// A description of the step and the error.
    public var description: String {
      "step \(index + 1) of \(count) could not be shown: \(step)\n    \(error)"
    }
  }
}

extension Registry {
  /// Returns the plan for a URL: the screens below its destination, and the destination itself.
  ///
  ///     let plan = try registry.plan(for: "notes://folder/work/note/7")
  ///     print(plan.steps.map(\.url))
  ///
  /// The screens below come from ``URLPattern/init(_:through:plusIsSpace:)``. The method creates and shows nothing, and
  /// calls no interceptor, so you can use it to see what a URL leads to, or to store a plan for later. A step can be a
  /// service, which only ``RoutePath/Kind/makeDestination`` can perform.
  ///
  ///     let plan = try registry.plan(for: "notes://folder/work/note/7", along: .sheet)
  ///     print(plan.steps.map(\.kind))  // ["push", "push", "sheet"]
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - kind: The kind of path for the destination.
  ///   - lower: The kind of path for the screens below, or nil for ``RoutePath/Kind/show`` if the destination has this
  ///     kind, and for ``RoutePath/Kind/push`` otherwise.
  /// - Returns: The plan.
  /// - Throws: `malformedURL`, `unknownURL` with the closest pattern, `parentCycle` if the screens below this URL form
  ///   a cycle, or `unsupportedPath` for the kind ``RoutePath/Kind/tab``, which shows no screen.
  public func plan(
    for url: some RoutableURL, along kind: RoutePath.Kind = .push, below lower: RoutePath.Kind? = nil
  ) throws(RouteError) -> RoutePlan {
    var url = url.routedText
    let lower = lower ?? (kind == .show ? .show : .push)
    guard kind != .tab, lower != .tab else { throw reporting(.tabShowsNothing(url)) }
    var steps: [RoutePlan.Step] = []
    while true {
      // Compilation rejects cycles of patterns, but not of URLs: a parent's URL may match a more specific pattern.
      guard !steps.contains(where: { $0.url == url }) else {
        throw reporting(.parentCycle(from: url, through: steps.map(\.url)))
      }
      // Another module can have the screens below an isolated module's screen.
      if !steps.isEmpty, isIsolated, match(url) == nil { return RoutePlan(steps: steps) }
      let match = try matched(url)
      steps.insert(match.step(steps.isEmpty ? kind : lower), at: 0)
      guard let parent = match.linked.parent else { return RoutePlan(steps: steps) }
      // Compilation has verified that this URL has the parent's parameters, and path parameters aren't empty.
      guard let next = match.url(of: parent) else { throw reporting(.unwritable(match.linked.route)) }
      url = next
    }
  }

  /// Shows the screens of a plan, each after the previous one is shown.
  ///
  /// A screen that is a ``RouteSource`` is the source of the next one. Otherwise, both have the same source.
  ///
  ///     try await registry.perform(registry.plan(for: "notes://folder/work/note/7"), from: window)
  ///
  /// - Parameters:
  ///   - plan: The plan, from ``plan(for:along:below:)`` or decoded from storage.
  ///   - source: The source of the first screen.
  /// - Returns: The active routes, beginning with the lowest screen.
  /// - Throws: ``RoutePlan/Failure`` at the first step that can't be shown, for example because no route matches its
  ///   URL anymore. The screens of the previous steps stay.
  @MainActor
  @discardableResult
  public func perform(
    _ plan: RoutePlan, from source: any RouteSource
  ) async throws(RoutePlan.Failure) -> [ActiveRoute<Any>] {
    var shown: [ActiveRoute<Any>] = []
    var source = source
    for (index, step) in plan.steps.enumerated() {
      do {
        try Task.checkCancellation()
        if let tab = step.tab {
          guard let presenter = source.routePresenter as? any TabPresenter else {
            throw reporting(.noTabs(for: tab))
          }
          try presenter.selectTab(tab, animated: true)
          continue
        }
        let active = try open(step.url, .custom(RoutePath.Kind(step.kind), from: source))
        _ = try await active.completed()
        source = active.asSource ?? source
        shown.append(active)
      } catch {
        let error = reporting(
          error as? RouteError ?? RouteError(.refused, "the task was canceled", underlying: error))
        throw RoutePlan.Failure(index: index, step: step, error: error, shown: shown, count: plan.steps.count)
      }
    }
    return shown
  }
}

extension URLMatch {
  /// Returns the step of a plan that shows the screen of the URL along a kind of path.
  func step(_ kind: RoutePath.Kind) -> RoutePlan.Step {
    let route = linked.route
    return RoutePlan.Step(
      url: url, kind: kind.name, pattern: pattern, destination: destination,
      identifiers: route.declaration.identifiers, location: "\(location)",
      parameters: parameters.byName.mapValues { $0.map(\.text) },
      interceptors: registry.interceptors(of: route).map { "\($0.location)" })
  }

  /// Returns the URL of the screen below, with the parameters of this one.
  fileprivate func url(of parent: ParsedPattern) -> String? {
    let values = parent.names.compactMap { name in parameters[name].map { (key: name, value: $0) } }
    return try? parent.url(values, fragment: nil)
  }
}
