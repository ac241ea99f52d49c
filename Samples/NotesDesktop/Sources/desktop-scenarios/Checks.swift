import Foundation
import GtkKit

/// The problems that a scenario has found.
///
/// The test that runs the scenario reports each line as an issue.
@MainActor
enum Checks {
  /// The failures, in order.
  static private(set) var failures: [String] = []

  /// A scenario can't go on.
  struct Ended: Error, CustomStringConvertible {
    let description: String
  }

  static func fail(_ text: String, file: String = #fileID, line: Int = #line) {
    let failure = "\(file):\(line): \(text)"
    failures.append(failure)
    print(failure)
  }
}

/// Expects two values to be equal.
@MainActor
func expect<Value: Equatable>(_ value: Value, _ expected: Value, file: String = #fileID, line: Int = #line) {
  if value != expected { Checks.fail("\(value), expected \(expected)", file: file, line: line) }
}

/// Waits until something holds, while the main loop runs.
///
/// A scenario that waits in vain ends.
@MainActor
func wait(
  for text: String, file: String = #fileID, line: Int = #line, until condition: () -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(20)
  while !condition() {
    guard ContinuousClock.now < end else {
      Checks.fail("waited in vain for \(text)", file: file, line: line)
      for window in Window.all { print(window.tree.compactMap(\.text)) }
      throw Checks.Ended(description: text)
    }
    try await Task.sleep(for: .milliseconds(1))
  }
}

/// Returns a value, or ends the scenario.
@MainActor
func require<Value>(_ value: Value?, file: String = #fileID, line: Int = #line) throws -> Value {
  guard let value else {
    Checks.fail("the value is nil", file: file, line: line)
    throw Checks.Ended(description: "the value is nil")
  }
  return value
}
