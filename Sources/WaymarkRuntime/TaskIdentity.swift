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
