import Testing
import Waymark

/// Runs a test with a current registry of its own.
struct CurrentRegistry: TestTrait, SuiteTrait, TestScoping {
  let make: @MainActor @Sendable () throws -> Registry
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await Registry.withCurrent(try await make()) { try await function() }
  }
}

/// Waits until something holds, which other tasks change.
@MainActor
func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    await Task.yield()
  }
  return false
}
