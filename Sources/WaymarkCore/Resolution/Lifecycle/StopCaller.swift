package import WaymarkRuntime

/// The task that has called the stop around the calling task, so that an operation knows whether it waits for the stop.
package enum StopCaller {
  /// The identity of the task, or nil outside of stops.
  @TaskLocal package static var task: TaskIdentity?

  /// Creates the task of a stop that the calling task waits for.
  static func calling<Result>(_ begin: () -> Result) -> Result {
    // The caller of an outer stop in progress also waits for this one.
    if task != nil, LifecycleWork.isInProgress { return begin() }
    return $task.withValue(TaskIdentity.current, operation: begin)
  }
}
