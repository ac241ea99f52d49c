public import Testing
import Waymark

/// A trait of tests and suites: what the test's registry makes is gone after the test.
///
/// Each object that is still alive is an issue with its type and the place of its route. Singletons of the registry are
/// released first.
public struct LeakTrait: TestTrait, SuiteTrait, TestScoping {
  let grace: Duration
  let sourceLocation: SourceLocation

  /// Whether the tests of a suite have the trait: they do.
  public var isRecursive: Bool { true }

  /// Runs one test case, and looks for what outlives it.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let outer = Registry.current.makingRecorder == nil ? nil : Registry.current
    let recorder = MakingRecorder(parent: outer?.makingRecorder)
    // Where the trait of the registry comes later, it finds the recorder.
    try await LeakScope.$recorder.withValue(recorder) {
      guard let outer else { return try await function() }
      let registry = Registry(recordingOf: outer, recorder, hasHandlers: true)
      defer { registry.releaseInstances() }
      try await Registry.withCurrent(registry, operation: function)
    }
    guard outer != nil || recorder.hasChildren else {
      return Issue.record(
        "noLeaks found no registry of the test\n    To fix: add .registry { … } to the test or its suite",
        severity: .error, sourceLocation: sourceLocation)
    }
    outer?.releaseInstances()
    // On a machine that is busy with other tests, what lets an object go may have to wait as long as this does: so
    // many looks are taken, however long each takes.
    let deadline = ContinuousClock.now + grace
    var looks = 0
    while !recorder.alive.isEmpty, ContinuousClock.now < deadline || looks < 5 {
      try await Task.sleep(for: .milliseconds(5))
      looks += 1
    }
    for made in recorder.alive {
      Issue.record(
        """
        \(made.type), made by the route at \(made.location), is alive \(grace) after the test
            To fix: find who holds it, often a closure that captures it strongly
        """, severity: .error, sourceLocation: SourceLocation(made.location))
    }
  }
}

/// Who listens to the registries of a test.
enum LeakScope {
  @TaskLocal static var recorder: MakingRecorder?
}

extension Trait where Self == LeakTrait {
  /// What the test's registry makes is gone one second after the test.
  public static var noLeaks: Self { noLeaks(within: .seconds(1)) }

  /// What the test's registry makes is gone some time after the test.
  ///
  /// - Parameters:
  ///   - grace: How long an object may live on.
  ///   - sourceLocation: The place of the trait; leave it out.
  public static func noLeaks(
    within grace: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Self(grace: grace, sourceLocation: sourceLocation)
  }
}
