import Dispatch
import Synchronization

/// Blocks this thread, which isn't one of Swift's own, until asynchronous work has ended.
func waitForTask(_ work: @escaping @Sendable () async throws -> Void) throws {
  let end = DispatchSemaphore(value: 0)
  let failure = Mutex<(any Error)?>(nil)
  Task.detached {
    do {
      try await work()
    } catch {
      failure.withLock { $0 = error }
    }
    end.signal()
  }
  end.wait()
  if let failure = failure.withLock({ $0 }) { throw failure }
}
