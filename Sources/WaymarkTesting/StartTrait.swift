public import Testing
import Waymark

/// A trait that starts the current registry before each test case, and stops it afterward.
///
///     @Suite(.registry { DatabaseModule() }, .started)
///     struct DatabaseTests {
///       @Test func isOpen() throws { _ = try Router.makeDestination(to: \.database) }
///     }
///
/// The current registry is the one that the traits before it, and those of the enclosing suites, provide: write it
/// after `.registry` and `.overriding`. What the tests use and isn't started needs no such trait.
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
    try await Registry.current.run { try await function() }
  }
}

extension Trait where Self == StartTrait {
  /// Starts the current registry before each test case, and stops it afterward.
  public static var started: Self { Self() }
}
