import Foundation

/// Ends the process of an exit test where a condition does not hold, which fails the test.
func mustHold(_ condition: Bool, _ message: String = "", line: Int = #line) {
  guard condition else { fatalError("line \(line) does not hold. \(message)") }
}

/// Ends the process of an exit test after some time, which fails the test, whatever its other threads wait for.
func mustEnd(within seconds: TimeInterval, line: Int = #line) {
  Thread.detachNewThread {
    Thread.sleep(forTimeInterval: seconds)
    fatalError("line \(line): the test did not end within \(seconds) s")
  }
}
