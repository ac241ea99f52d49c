/// A piece of work with its two sides.
package struct Comparison: Sendable {
  package let work: Work
  package let baseline: Sample?
  package let waymark: Sample

  package init(_ work: Work, baseline: Sample? = nil, waymark: Sample) {
    self.work = work
    self.baseline = baseline
    self.waymark = waymark
  }
}
