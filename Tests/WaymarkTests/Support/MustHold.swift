/// Ends the process of an exit test where a condition does not hold, which fails the test.
func mustHold(_ condition: Bool, _ message: String = "", line: Int = #line) {
  guard condition else { fatalError("line \(line) does not hold. \(message)") }
}
