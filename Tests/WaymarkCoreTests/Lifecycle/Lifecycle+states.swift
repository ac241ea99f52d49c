import WaymarkRuntime

@testable import WaymarkCore

// The states that a test waits for before it goes on.
extension Lifecycle {
  /// Whether a failed or canceled start ends its instances, or a stop has been called.
  var isEnding: Bool { phase == .ending || isStopped }

  /// The number of callers that wait for the start in progress.
  var callers: Int { withStateIfUsed { $0.machine.startCallerCount } ?? 0 }

  /// The number of callers that wait for an instance on demand.
  var callersOnDemand: Int { withStateIfUsed { $0.machine.demandCount } ?? 0 }

  /// Cancels the start that's in progress, as its only caller does whose task is canceled.
  func cancelStart(in registry: Registry) {
    withStateIfUsed { $0.callers.map(\.number) }?.forEach { caller in
      send(in: registry) { $0.canceled(caller) }
    }
  }
}
