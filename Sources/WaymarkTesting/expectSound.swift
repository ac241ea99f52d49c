import Dispatch
import Foundation
import Testing
public import Waymark

/// Expects that a registry has no diagnostics: each is an issue, at the place of the declaration.
///
/// Errors fail the test; warnings and notes are issues with the severity of a warning.
///
/// - Parameters:
///   - registry: The registry.
///   - dryRun: Whether every destination is made once, on the main actor, to see what closures ask for. The note about
///     closures that may ask for anything is left out then.
public func expectSound(_ registry: Registry, dryRun: Bool = false) {
  let found = dryRun ? onMainActor { registry.dryRun().diagnostics } : registry.diagnostics
  for diagnostic in found {
    Issue.record(
      "\(diagnostic)", severity: .init(diagnostic.severity),
      sourceLocation: SourceLocation(diagnostic.location))
  }
}

/// Runs something on the main actor and waits for it, from a function that is not asynchronous.
private func onMainActor<Result: Sendable>(_ body: @MainActor @Sendable () -> Result) -> Result {
  if Thread.isMainThread || MainQueue.isCurrent { return MainActor.assumeIsolated(body) }
  return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
}

/// Knows whether something runs on the main queue, which on Linux need not be the main thread.
private enum MainQueue {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
