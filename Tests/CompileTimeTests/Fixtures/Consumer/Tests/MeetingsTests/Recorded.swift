import Synchronization

/// A value that closures of clients change, so that a test looks at it.
final class Recorded<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value { mutex.withLock { $0 } }
  func change(_ body: (inout Value) -> Void) { mutex.withLock { body(&$0) } }
}
