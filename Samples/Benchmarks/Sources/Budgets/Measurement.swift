import Measurements

/// What was measured of one work in the program with so many routes.
struct Measurement: Codable {
  let work: String
  let routes: Int
  let unit: Work.Unit
  /// What the baseline is.
  let baselineKind: String?
  let baseline: Double?
  let waymark: Double
  let budget: Double?
  let isMet: Bool?

  /// How many times the baseline.
  var ratio: Double? { baseline.map { waymark / $0 } }

  init(_ work: Work, routes: Int, baseline: Double?, waymark: Double) {
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
