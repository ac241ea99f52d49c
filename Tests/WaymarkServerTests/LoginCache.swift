import SharedFixtures
import WaymarkServer

extension ScopeCache where Key == String, Scope == Login {
  /// Runs an operation in the scope of a user.
  func asUser<Result>(_ user: String, _ operation: () async throws -> Result) async throws -> Result {
    try await withScope(for: user, opening: { Login(user: user) }, operation: operation)
  }
}
