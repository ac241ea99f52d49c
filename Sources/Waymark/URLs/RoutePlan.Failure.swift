extension RoutePlan {
  /// A plan of which not every step could be shown.
  public struct Failure: Error, CustomStringConvertible {
    /// Which step, counted from 0.
    public let index: Int
    /// The step.
    public let step: Step
    /// Why: `unknownURL` where the plan does not fit the registry any more, or what prevented the step.
    public let error: RouteError
    /// What was shown before, the lowest first; it stays.
    public let shown: [ActiveRoute<Any>]
    let count: Int

    /// The step, what was shown before it, and the error.
    public var description: String {
      "step \(index + 1) of \(count) could not be shown, after \(shown.count) that \(shown.count == 1 ? "was" : "were"): "
        + "\(step)\n    \(error)"
    }
  }
}
