import WaymarkCore
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
  /// The active routes about which closures decide that wait for this decision, from the outermost, and its own.
  private let subjects: [ObjectIdentifier]

  private init(about subject: AnyObject) {
    subjects = (Self.current?.subjects ?? []) + [ObjectIdentifier(subject)]
  }

  /// Whether this code is called by a closure that's deciding, in the same task.
  static var isCurrent: Bool {
    guard let identity = current?.identity else { return false }
    return identity == TaskIdentity.current
  }

  /// The active routes about which no decision is made until this code has returned; none outside of such closures.
  static var subjects: [ObjectIdentifier] { isCurrent ? current?.subjects ?? [] : [] }

  /// Calls a closure that decides.
  ///
  /// - Parameter subject: The active route about which it decides.
  static func run<Result>(
    about subject: AnyObject, _ decide: @MainActor () async throws -> Result
  ) async throws -> Result {
    let task = DecisionTask(about: subject)
    defer { task.identity = nil }
    return try await $current.withValue(task) { try await decide() }
  }
}
