package import Testing
package import Waymark

/// Runs a test with a current registry of its own.
package struct CurrentRegistry: TestTrait, SuiteTrait, TestScoping {
  private let make: @MainActor @Sendable () throws -> Registry
  package let isRecursive = true

  /// Creates the trait with a closure that makes the registry of each test.
  package init(_ make: @escaping @MainActor @Sendable () throws -> Registry) { self.make = make }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await Registry.withCurrent(try await make()) { try await function() }
  }
}

/// Waits until something holds, which other tasks change.
@MainActor package func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    await Task.yield()
  }
  return false
}
