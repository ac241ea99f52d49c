public import Testing
import WaymarkCore
import WaymarkInspection
import WaymarkRuntime

/// A trait that checks that objects of the test's registry are deallocated after the test.
///
///     @Suite(.registry { EditorModule() }, .noLeaks)
///     struct EditorTests { … }
///
/// The test has an issue for each object that still exists, with its type and the source location of its route. If the
/// trait follows the one of the registry, an object that another one needs is part of the issue about the other one.
/// The trait releases the registry's singletons before the check. If another trait provides the registry, it releases
/// the registry first, because the closures of routes retain the objects that they capture.
public struct LeakTrait: TestTrait, SuiteTrait, TestScoping {
  let grace: Duration
  /// The source location of the trait, or nil for that of the test.
  let sourceLocation: SourceLocation?

  /// True: the trait applies to all tests of a suite.
  public var isRecursive: Bool { true }

  /// Runs one test case, then reports the objects that still exist.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let outer = Registry.current.makingRecorder == nil ? nil : Registry.current
    let recorder = MakingRecorder(parent: outer?.makingRecorder)
    // A later registry trait finds the recorder here.
    try await LeakScope.$recorder.withValue(recorder) {
      guard let outer else { return try await PendingStart.applied(perform: function) }
      let registry = outer.recorded(by: recorder, hasHandlers: true)
      defer { registry.releaseInstances() }
      try await Registry.withCurrent(registry) { try await PendingStart.applied(perform: function) }
    }
    guard outer != nil || recorder.hasChildren else {
      return Issue.record(
        "noLeaks found no registry of the test\n    To fix: add .registry { … } to the test or its suite",
        severity: .error, sourceLocation: sourceLocation ?? test.sourceLocation)
    }
    outer?.releaseInstances()
    // The graph retains nothing. Without objects that may leak, nobody reads it.
    let graph = recorder.alive.isEmpty ? nil : outer?.graph
    // The closures of an outer trait's routes retain the objects that they capture.
    guard outer == nil || !LeakScope.checksLater({ try await check(recorder, graph) }) else { return }
    try await check(recorder, graph)
  }

  /// Reports the objects that exist after the grace period.
  private func check(_ recorder: MakingRecorder, _ graph: RouteGraph?) async throws {
    // On a machine that is busy with other tests, the release of an object may take as long as this loop. So there are
    // at least five checks, however long each takes.
    let deadline = ContinuousClock.now + grace
    for look in 0... {
      guard !recorder.alive.isEmpty, ContinuousClock.now < deadline || look < 5 else { break }
      try await Task.sleep(for: .milliseconds(5))
    }
    for (made, needed) in LeakedObjects(recorder.alive, in: graph).groups {
      Issue.record(
        """
        \(made.type), made by the route at \(made.location), still exists \(grace) after the test\(LeakedObjects.text(about: needed))
            To fix: find what retains it, often a closure that captures it strongly
        """, severity: .error, sourceLocation: SourceLocation(made.location))
    }
  }
}

/// The recorder for the registries of the current test.
enum LeakScope {
  @TaskLocal static var recorder: MakingRecorder?

  typealias Check = @Sendable () async throws -> Void

  /// The checks to perform after the release of the outermost trait's registry.
  @TaskLocal private static var checks: Lock<[Check]>?

  /// Returns whether a leak trait checks a test.
  static func checks(_ test: Test) -> Bool {
    recorder != nil || test.traits.contains { $0 is LeakTrait }
  }

  /// Adds a check after the outermost registry trait, or returns false if there's no such trait.
  static func checksLater(_ check: @escaping Check) -> Bool {
    guard let checks else { return false }
    checks.withLock { $0.append(check) }
    return true
  }

  /// Runs a registry trait, and performs the checks of inner traits if it's the outermost one.
  static func checkingAfter(_ trait: @concurrent @Sendable () async throws -> Void) async throws {
    guard checks == nil else { return try await trait() }
    let own = Lock<[Check]>([])
    try await $checks.withValue(own) { try await trait() }
    for check in own.withLock({ $0 }) { try await check() }
  }
}

extension Trait where Self == LeakTrait {
  /// Checks that objects of the test's registry are deallocated within one second after the test.
  public static var noLeaks: Self { Self(grace: .seconds(1), sourceLocation: nil) }

  /// Checks that objects of the test's registry are deallocated within some time after the test.
  ///
  /// - Parameters:
  ///   - grace: The time for which an object may exist after the test.
  ///   - sourceLocation: The source location of the trait.
  public static func noLeaks(
    within grace: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Self(grace: grace, sourceLocation: sourceLocation)
  }
}
