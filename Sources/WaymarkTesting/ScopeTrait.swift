public import Testing
public import Waymark

/// A trait that opens a scope for each test case, with the scope's registry as the current one.
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
/// The scope opens in the registry of the previous traits and the enclosing suites, and closes after the test case. A
/// suite's trait applies to all tests in it, including nested suites, with a separate scope for each test case.
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
      // Instances of the scope start together with the instances of the enclosing registry.
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

  /// Runs one test case in its own scope.
  ///
  /// - Throws: `scopeNotOpen` or `scopeAlreadyOpen`, which prevent the test, or an error of the test.
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
  /// - Parameter value: The value of the scope, available for injection by its type.
  /// - Returns: The trait.
  public static func scope<Scope: RouteScope>(_ value: Scope) -> Self { Self(value) }
}
