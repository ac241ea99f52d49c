public import Testing
public import Waymark

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
