/// What is declared about all routes of a registry and of those from which it is derived.
struct RegistryAspects: Sendable {
  private(set) var reporters: LayeredList<ReportsErrors>?
  private(set) var observers: LayeredList<Observes>?
  private(set) var interceptors: LayeredList<Intercepts>?
  private(set) var leakDetection: LeakDetection?

  init() {}

  /// The aspects of a base with more.
  init(_ aspects: Aspects, addedTo base: RegistryAspects) {
    reporters = .adding(aspects.reporters, to: base.reporters)
    observers = .adding(aspects.observers, to: base.observers)
    interceptors = .adding(aspects.interceptors, to: base.interceptors)
    leakDetection = aspects.leakDetection ?? base.leakDetection
  }
}
