/// A row of the table: a piece of work, its baseline, and its budget.
public struct Work: Sendable {
  /// The work's name.
  public let name: String
  /// A description of the baseline, or nil if there is none.
  public let baseline: String?
  /// The limit of the work's cost.
  public let budget: Budget
  /// The unit of the figures.
  public let unit: Unit

  /// The limit of a work's cost.
  public enum Budget: Sendable {
    /// A multiple of the baseline.
    case ratio(Double)
    /// An amount in the work's unit.
    case amount(Double)
    /// No limit: the row only informs.
    case none
  }

  /// The unit of a row's figures.
  public enum Unit: String, Sendable, Codable {
    /// A call that has been made many times before.
    case call = "ns"
    /// One of all routes of the program, in a new process.
    case route = "ns a route"
    /// One of all conformance records of the program, in a new process.
    case record = "ns a record"
    /// The heap memory of one route, in a new process.
    case bytes = "bytes a route"
    /// The heap memory of one of as many objects as there are routes, in a new process.
    case bytesOfObject = "bytes an object"
    /// The time of a short run of the compiler.
    case milliseconds = "ms"
    /// The processor time that the compiler takes for one registration.
    case registration = "ms a registration"
    /// The time of a long run of the compiler.
    case seconds = "s"

    /// Whether the work is measured in new processes that do it once.
    public var isCold: Bool { self != .call }
  }

  package init(_ name: String, baseline: String? = nil, budget: Budget = .none, unit: Unit = .call) {
    self.name = name
    self.baseline = baseline
    self.budget = budget
    self.unit = unit
  }
}
