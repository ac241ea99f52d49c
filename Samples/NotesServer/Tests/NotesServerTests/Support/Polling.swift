import Testing

/// What a test waited for didn't happen.
struct Unmet: Error, CustomStringConvertible {
  let description: String
}

/// Asks for a condition until it holds.
///
/// The limit only ends a test that would wait forever: it's so long that the load of the machine doesn't matter.
///
/// - Parameters:
///   - purpose: What the test waits for.
///   - condition: The condition, which is asked every 20 milliseconds.
/// - Throws: ``Unmet`` after two minutes, and what the condition throws.
func poll(for purpose: String, until condition: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(120)
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw Unmet(description: "waited in vain for \(purpose)") }
    try await Task.sleep(for: .milliseconds(20))
  }
}
