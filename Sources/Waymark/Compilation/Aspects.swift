/// What is declared about all routes of a registry, not about one.
struct Aspects: Sendable {
  var reporters: [ReportsErrors] = []
  var observers: [Observes] = []
  var interceptors: [Intercepts] = []
  /// The last declaration counts.
  var leakDetection: LeakDetection?
}
