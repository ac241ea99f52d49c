/// What opening a URL would do, step by step: a value that can be read, compared, kept and performed later.
///
///     let plan = try registry.plan(for: "notes://folder/work/note/7")
///     try await registry.perform(plan, from: window)
///
/// When a plan is performed, its URLs count; the rest says what they led to when it was made.
public struct RoutePlan: Codable, Sendable, Hashable {
  /// One screen.
  public struct Step: Codable, Sendable, Hashable, CustomStringConvertible {
    /// The URL that leads to it.
    public var url: String
    /// How it is shown: the name of a ``RoutePath/Kind``.
    public var kind: String
    /// The pattern that matched.
    public var pattern: String
    /// The name of the destination's type.
    public var destination: String
    /// The identifiers of the route.
    public var identifiers: [String]
    /// Where the route is declared.
    public var location: String
    /// The parameters, by their names.
    public var parameters: [String: [String]]
    /// Where the interceptors are declared that will be asked, in their order.
    public var interceptors: [String]

    /// The destination, the way, and the URL: `EditorView push notes://note/7`.
    public var description: String { "\(destination) \(kind) \(url)" }
  }

  /// The screens, the lowest first.
  public var steps: [Step]

  /// Creates a plan of other plans' steps.
  ///
  /// - Parameter steps: The screens, the lowest first.
  public init(steps: [Step]) { self.steps = steps }
}
