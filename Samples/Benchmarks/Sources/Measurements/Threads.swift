import Dispatch
import Synchronization

/// Runs loops at the same time, each on a thread of its own.
///
/// The threads are Dispatch's, because the runner of the benchmarks blocks one of the threads that tasks share.
enum Threads {
  static func run(_ loops: [Sample.Loop], _ count: Int) throws {
    let failures = Mutex<[any Error]>([])
    DispatchQueue.concurrentPerform(iterations: loops.count) { index in
      do {
        try loops[index](count)
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    if let failure = failures.withLock(\.first) { throw failure }
  }
}
