/// One side of a comparison: the measured work.
///
/// Each case has a closure that does the preparations and returns the work, so that the preparation isn't measured.
package enum Sample: Sendable {
  /// Does the work a number of times.
  package typealias Loop = @Sendable (_ count: Int) throws -> Void
  /// Prepares a loop.
  package typealias Preparation = @Sendable () throws -> Loop

  /// The number of calls in one measurement.
  package enum Calls: Sendable { case thousand, million }

  /// Work that is repeated.
  case loop(calls: Calls = .thousand, Preparation)
  /// Work that is repeated on the main actor.
  case mainActorLoop(@Sendable () throws -> @MainActor @Sendable (_ count: Int) throws -> Void)
  /// Work that is repeated on several threads at the same time: a loop for each.
  case threads(@Sendable () throws -> [Loop])
  /// Work that is done once in a process.
  case once(@Sendable () throws -> @Sendable () throws -> Void)
  /// An object with its memory as the figure.
  case memory(@Sendable () throws -> @Sendable () throws -> AnyObject)

  /// Repeats the same loop on several threads.
  static func threads(_ count: Int, _ prepare: @escaping Preparation) -> Sample {
    .threads { Array(repeating: try prepare(), count: count) }
  }
}
