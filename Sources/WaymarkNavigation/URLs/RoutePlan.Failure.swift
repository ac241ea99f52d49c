public import WaymarkCore

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
