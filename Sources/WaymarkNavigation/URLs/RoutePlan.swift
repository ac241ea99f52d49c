import WaymarkCore

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
