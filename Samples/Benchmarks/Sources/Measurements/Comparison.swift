/// A row of the table with the code that measures its two sides.
package struct Comparison: Sendable {
  package let work: Work
  package let baseline: Sample?
  package let waymark: Sample

  package init(_ work: Work, baseline: Sample? = nil, waymark: Sample) {
    self.work = work
    self.baseline = baseline
    self.waymark = waymark
  }

  /// Returns the sample of one side, or nil for the baseline of a row without one.
  func sample(_ side: Side) -> Sample? {
    switch side {
    case .baseline: baseline
    case .waymark: waymark
    }
  }
}
