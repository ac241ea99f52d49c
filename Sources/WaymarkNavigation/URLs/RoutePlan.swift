public import WaymarkCore

/// The steps of opening a URL, as a value that can be read, compared, encoded, and performed later.
///
///     let plan = try registry.plan(for: "notes://folder/work/note/7")
///     try await registry.perform(plan, from: window)
///
/// Performing a plan uses only the URLs and kinds of its steps. The other properties describe what the URLs
/// matched when the plan was created.
public struct RoutePlan: Codable, Sendable, Hashable {
  /// One screen of a plan.
  public struct Step: Codable, Sendable, Hashable, CustomStringConvertible {
    /// The URL that opens the screen.
    public var url: String
    /// The name of the ``RoutePath/Kind`` with which the screen is shown.
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
    /// The source locations of the interceptors that will be called, in order.
    public var interceptors: [String]

    /// The destination, the kind, and the URL: `EditorView push notes://note/7`.
    public var description: String { tab == nil ? "\(destination) \(kind) \(url)" : "\(kind) \(url)" }
  }

  /// The screens, the lowest first.
  public var steps: [Step]

  /// Creates a plan from steps, such as those of other plans.
  ///
  /// - Parameter steps: The screens, the lowest first.
  public init(steps: [Step]) { self.steps = steps }
}

extension RoutePlan {
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
    /// The active routes of the steps before, the lowest screen first; they stay shown.
    public let shown: [ActiveRoute<Any>]
    let count: Int

    /// A description of the step and of the error.
    public var description: String {
      "step \(index + 1) of \(count) could not be shown: \(step)\n    \(error)"
    }
  }
}

extension RoutePlan.Step {
  /// Returns a step that selects a tab, in which the steps after it are shown.
  ///
  ///     let inbox = RoutePlan(steps: [.tab("inbox")] + plan.steps)
  ///
  /// It's the first step of its plan, and needs a ``TabPresenter``. Its ``url`` is the name of the tab.
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
