/// The times of a start's nodes.
///
/// A start of many instances records them, so they're as small as possible.
struct StartTimes: Sendable {
  let origin: ContinuousClock.Instant
  var nodes: [(begun: ContinuousClock.Instant, ended: ContinuousClock.Instant)]
  /// The times at which instances with start operations were made.
  var made: [Int: ContinuousClock.Instant] = [:]

  init(count: Int) {
    origin = .now
    nodes = Array(repeating: (origin, origin), count: count)
  }
}

extension StartReport {
  init(_ graph: LifecycleGraph, _ times: StartTimes) {
    var instances: [Instance] = []
    for (node, route, waitsFor) in graph.instances {
      let declaration = route.declaration
      let (begun, ended) = (times.nodes[node].begun - times.origin, times.nodes[node].ended - times.origin)
      let ready = waitsFor.map { instances[$0].ended }.max() ?? .zero
      instances.append(
        Instance(
          name: TypeName.of(declaration.destination), tokenName: declaration.firstName,
          location: declaration.location,
          isAsynchronous: declaration.factory.asynchronous != nil
            || !(declaration.lifecycle?.starting.isEmpty ?? true),
          waitsFor: waitsFor, ready: min(ready, begun), begun: begun,
          made: times.made[node].map { $0 - times.origin }, ended: ended))
    }
    self.instances = instances
  }
}
