import Measurements

/// The figures of one work.
struct Measurement: Codable {
  let work: String
  /// The number of routes in the measured program, or nil for the compiler's time.
  let routes: Int?
  let unit: Work.Unit
  /// A description of the baseline.
  let baselineKind: String?
  let baseline: Double?
  let waymark: Double
  let budget: Double?
  let isMet: Bool?

  /// Waymark's figure as a multiple of the baseline's.
  var ratio: Double? { baseline.map { waymark / $0 } }

  init(_ work: Work, routes: Int?, baseline: Double?, waymark: Double) {
    self.work = work.name
    self.routes = routes
    self.baseline = baseline
    self.waymark = waymark
    unit = work.unit
    baselineKind = work.baseline
    switch work.budget {
    case .ratio(let limit):
      budget = limit
      isMet = baseline.map { waymark <= $0 * limit }
    case .amount(let limit):
      budget = limit
      isMet = waymark <= limit
    case .none:
      budget = nil
      isMet = nil
    }
  }
}
