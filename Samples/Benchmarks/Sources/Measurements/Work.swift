/// One row of the table: a piece of work, what it is compared with, and what it may cost.
public struct Work: Sendable {
  /// What is done.
  public let name: String
  /// What the baseline is; nil where there is none.
  public let baseline: String?
  /// What it may cost.
  public let budget: Budget
  /// What is measured of what.
  public let unit: Unit

  /// What the work may cost.
  public enum Budget: Sendable {
    /// So many times the baseline.
    case ratio(Double)
    /// So many nanoseconds, or bytes, for one.
    case amount(Double)
    /// The work is shown to be known.
    case none
  }

  /// What is measured of what.
  public enum Unit: String, Sendable, Codable {
    /// A call that has been made many times before.
    case call = "ns"
    /// One route of all that the program has, in a new process.
    case route = "ns a route"
    /// One conformance record of all that the program has, in a new process.
    case record = "ns a record"
    /// The heap that one route takes, in a new process.
    case bytes = "bytes a route"

    /// Whether it is measured in new processes that do it once.
    public var isCold: Bool { self != .call }
  }

  init(_ name: String, baseline: String? = nil, budget: Budget = .none, unit: Unit = .call) {
    self.name = name
    self.baseline = baseline
    self.budget = budget
    self.unit = unit
  }
}
