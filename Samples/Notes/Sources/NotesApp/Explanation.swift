import Waymark

/// A description of the screens that a URL would open, for people to read.
public struct Explanation: CustomStringConvertible {
  /// The match, its parameters, and the plan, by lines.
  public let description: String

  /// Looks at a URL, without opening it.
  ///
  /// - Throws: Why it leads nowhere, with the closest pattern.
  public init(_ url: String, in registry: Registry) throws {
    let plan = try registry.plan(for: url)
    guard let last = plan.steps.last else {
      description = ""
      return
    }
    var lines = ["\(url) matches \(last.pattern)", "  \(last.destination), declared at \(last.location)"]
    lines += last.parameters.sorted { $0.key < $1.key }.map { "  \($0) = \($1.joined(separator: ", "))" }
    lines.append("It would be opened in \(plan.steps.count) \(plan.steps.count == 1 ? "step" : "steps"):")
    lines += plan.steps.enumerated().map { index, step in
      "  \(index + 1). \(step)"
        + (step.interceptors.isEmpty
          ? "" : ", if the interceptor at \(step.interceptors.joined(separator: ", ")) agrees")
    }
    description = lines.joined(separator: "\n")
  }
}
