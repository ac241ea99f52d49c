/// A piece of work with its two sides.
struct Comparison: Sendable {
  let work: Work
  let baseline: Sample?
  let waymark: Sample

  init(_ work: Work, baseline: Sample? = nil, waymark: Sample) {
    self.work = work
    self.baseline = baseline
    self.waymark = waymark
  }
}
