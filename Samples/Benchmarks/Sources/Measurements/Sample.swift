/// What is measured: one side of a comparison.
///
/// Each prepares what it needs and returns the work, so that preparing is not measured.
package enum Sample: Sendable {
  /// Does the work so many times.
  package typealias Loop = @Sendable (_ count: Int) throws -> Void

  case loop(@Sendable () throws -> Loop)
  /// The same on the main actor.
  case mainActorLoop(@Sendable () throws -> @MainActor @Sendable (_ count: Int) throws -> Void)
  /// The same in several tasks at the same time: a loop for each.
  case tasks(@Sendable () throws -> [Loop])
  /// Does the work once.
  case once(@Sendable () throws -> @Sendable () throws -> Void)
  /// Makes something that is kept in memory.
  case memory(@Sendable () throws -> AnyObject)
}
