public import Testing
import Waymark

/// A trait that starts the current registry before each test case, and stops it afterward.
///
///     @Suite(.registry { DatabaseModule() }, .started)
///     struct DatabaseTests {
///       @Test func isOpen() throws { _ = try Router.makeDestination(to: .database) }
///     }
///
/// What's started is the registry that the test uses: that of the last `.registry` or `.overriding` trait of the test
/// and its suites, wherever this trait is written, and what the scopes around the test keep. What the tests use and
/// isn't started needs no such trait.
public struct StartTrait: TestTrait, SuiteTrait, TestScoping {
  /// True: the trait applies to all tests of a suite.
  public var isRecursive: Bool { true }

  /// Runs one test case while the current registry is started.
  ///
  /// - Throws: What ``Waymark/Registry/start()`` throws, in which case the test doesn't run, what the test throws, or
  ///   otherwise the first error of stopping.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard PendingStart.remaining == 0 else { return try await function() }
    let later = test.traits.drop { !($0 is Self) }.count { $0 is RegistryTrait || $0 is LeakTrait }
    try await PendingStart.after(later, perform: function)
  }
}

/// The start of a registry that waits until all traits that provide another registry have been applied.
enum PendingStart {
  /// The number of traits after which the registry is started; 0 if no start is pending.
  @TaskLocal fileprivate static var remaining = 0

  /// Whether the registry of this test was started.
  @TaskLocal private static var isStarted = false

  /// Returns whether a trait of a test is yet to start the registry.
  static func isAhead(in test: Test) -> Bool { !isStarted && test.traits.contains { $0 is StartTrait } }

  /// Performs a test after one more trait was applied, in a registry that's started if it was the last one.
  static func applied(perform function: @concurrent @Sendable () async throws -> Void) async throws {
    guard remaining > 0 else { return try await function() }
    try await after(remaining - 1, perform: function)
  }

  /// Performs a test in a registry that's started after a number of traits.
  fileprivate static func after(
    _ count: Int, perform function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await $remaining.withValue(count) {
      if count > 0 { return try await function() }
      try await $isStarted.withValue(true) {
        try await Registry.current.runWithRegistriesAround { try await function() }
      }
    }
  }
}

extension Trait where Self == StartTrait {
  /// Starts the current registry before each test case, and stops it afterward.
  public static var started: Self { Self() }
}
