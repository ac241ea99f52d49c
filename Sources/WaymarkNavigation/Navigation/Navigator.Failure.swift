public import WaymarkCore

extension Navigator {
  /// An error that ends a change of a navigator, with what was done before.
  ///
  ///     do {
  ///       try await navigator.open("notes://editor/7")
  ///     } catch {
  ///       if error.code != .stayed { print(error.error, error.done) }
  ///     }
  public struct Failure: Error, RouteFailure, CustomStringConvertible, Sendable {
    /// The error that ended the change.
    public let error: RouteError
    /// What was done before the error, in this order; it isn't undone.
    public let done: [Change]

    /// The kind of the error, such as `stayed`, `superseded`, or `busy`.
    public var code: RouteError.Code { error.code }

    /// Whether the change ended because its task was canceled.
    public var isCancellation: Bool { error.underlying is CancellationError }

    /// A description of the error, and of what was done before.
    public var description: String {
      let changes = done.filter { if case .keep = $0 { false } else { true } }
      guard !changes.isEmpty else { return "\(error)" }
      return "\(error)\n    after: \(changes.map(\.description).joined(separator: ", "))"
    }
  }
}
