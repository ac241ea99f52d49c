import WaymarkRuntime

/// The task in which an interceptor or the closure of a `Leaves` entry decides.
///
/// What such a closure awaits can't wait for the decision. A task that the closure creates inherits this value, but it
/// isn't the one that decides.
@MainActor
final class DecisionTask {
  @TaskLocal private static var current: DecisionTask?

  /// The identity of the task; nil when the closure has returned.
  private var identity = TaskIdentity.current

  private init() {}

  /// Whether this code is called by a closure that's deciding, in the same task.
  static var isCurrent: Bool {
    guard let identity = current?.identity else { return false }
    return identity == TaskIdentity.current
  }

  /// Calls a closure that decides.
  static func run<Result>(_ decide: @MainActor () async throws -> Result) async throws -> Result {
    let task = DecisionTask()
    defer { task.identity = nil }
    return try await $current.withValue(task) { try await decide() }
  }
}
