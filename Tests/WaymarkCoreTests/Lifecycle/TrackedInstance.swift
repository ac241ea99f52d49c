import WaymarkRuntime

/// An instance that knows whether it was stopped, and the ones that it needs.
final class TrackedInstance: Sendable {
  let name: String
  let needs: [TrackedInstance]
  let world: TrackedWorld
  private let stopped = Lock(false)

  init(_ name: String, _ needs: [TrackedInstance], _ world: TrackedWorld) {
    (self.name, self.needs, self.world) = (name, needs, world)
    if needs.contains(where: \.isStopped) { world.report("\(name) is made with a stopped instance") }
    world.made(name)
  }

  var isStopped: Bool { stopped.withLock(\.self) }

  func stop() {
    let isAgain = stopped.withLock { stopped in
      defer { stopped = true }
      return stopped
    }
    if isAgain { world.report("\(name) stops twice") }
    if needs.contains(where: \.isStopped) { world.report("\(name) stops after one that it needs") }
    world.stopped(name)
  }
}

/// The history of the instances of a test.
final class TrackedWorld: Sendable {
  private struct State {
    var problems: [String] = []
    /// How many more times than stopped an instance was made, without those for which it's zero.
    var left: [String: Int] = [:]

    mutating func change(_ name: String, by change: Int) {
      let count = left[name, default: 0] + change
      left[name] = count == 0 ? nil : count
    }
  }

  private let state = Lock(State())

  var problems: [String] { state.withLock(\.problems) }
  /// The instances that were made and not stopped.
  var left: [String] { state.withLock(\.left).keys.sorted() }

  func report(_ problem: String) { state.withLock { $0.problems.append(problem) } }
  func made(_ name: String) { state.withLock { $0.change(name, by: 1) } }
  func stopped(_ name: String) { state.withLock { $0.change(name, by: -1) } }
}
