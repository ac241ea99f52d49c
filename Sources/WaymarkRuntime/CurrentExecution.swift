/// Access to the main actor's values from functions that are called on the main thread, but aren't bound to the main
/// actor: those that classes inherit from Objective-C's root class.
public enum MainThread {
  /// Returns a value of the main actor, which needn't be sendable.
  ///
  /// It stops the program if it's called on another thread, as `MainActor.assumeIsolated` does.
  ///
  /// - Parameter body: Returns the value.
  public static func value<Value>(_ body: @MainActor () -> Value?) -> Value? {
    // SAFETY (`nonisolated(unsafe)`): `assumeIsolated` verifies that this is the main thread, and calls its closure
    // before it returns. So the variable is used by this thread only, and the value doesn't leave it.
    nonisolated(unsafe) var value: Value?
    MainActor.assumeIsolated { value = body() }
    return value
  }
}

/// The identity of a task, by which code finds out whether it runs in the same task as other code.
///
/// It's valid while the task exists; a later task may have the same one.
package struct TaskIdentity: Hashable, Sendable {
  private let hash: Int

  /// The identity of the task that runs this code; nil outside of tasks.
  package static var current: TaskIdentity? {
    // The reference isn't kept; only the hash of its address is.
    withUnsafeCurrentTask { task in task.map { TaskIdentity(hash: $0.hashValue) } }
  }
}
