public import Testing
public import WaymarkCore

/// A trait that opens a scope for each test case, whose registry is the current one during the test.
///
///     @Suite(.registry { MailModule() }, .scope(Session(user: "test")))
///     struct InboxTests {
///       @Test func isEmptyAtFirst() throws {
///         #expect(try Router.makeDestination(to: .inbox).count() == 0)
///       }
///
///       @Test(.scope(Request(path: "/inbox"))) func scopesNest() throws { … }
///     }
///
/// The scope is opened in the registry that the traits before it, and those of the enclosing suites, provide. It's
/// closed after the test case. A suite's trait applies to all tests in it, including those of nested suites; each test
/// case has a scope of its own.
public struct ScopeTrait: TestTrait, SuiteTrait, TestScoping {
  private let perform:
    @concurrent @Sendable (
      _ test: Test, _ operation: @concurrent @Sendable () async throws -> Void
    ) async throws -> Void

  fileprivate init<Scope: RouteScope>(_ value: Scope) {
    perform = { test, operation in
      guard PendingStart.isAhead(in: test) else {
        return try await Registry.current.withScope(value) { try await operation() }
      }
      // What the scope keeps is started with what the registry around it keeps.
      let registry = try Registry.current.opening(value)
      do {
        try await Registry.withCurrent(registry, operation: operation)
      } catch {
        await registry.close()
        throw error
      }
      await registry.close()
    }
  }

  /// True: the trait applies to all tests of a suite.
  public var isRecursive: Bool { true }

  /// Runs one test case in a scope of its own.
  ///
  /// - Throws: `scopeNotOpen` or `scopeAlreadyOpen` if the scope can't be opened, in which case the test doesn't run,
  ///   or what the test throws.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await perform(test, function)
  }
}

extension Trait where Self == ScopeTrait {
  /// Opens a scope for each test case.
  ///
  /// - Parameter value: The value of the scope, which is injected by its type.
  /// - Returns: The trait.
  public static func scope<Scope: RouteScope>(_ value: Scope) -> Self { Self(value) }
}

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
