package import Testing
import WaymarkRuntime

/// The issues that something records, as texts with their severities.
package func issues(_ body: () async throws -> Void) async -> [String] {
  let found = Lock<[String]>([])
  try? await withKnownIssue(isIntermittent: true) {
    try await body()
  } matching: { issue in
    let text = issue.comments.map(\.rawValue).joined(separator: "\n")
    found.withLock { $0.append("\(issue.severity): \(text)" + (issue.error.map { " \($0)" } ?? "")) }
    return true
  }
  return found.withLock { $0 }
}

/// Runs a trait as the library would, around a function.
package func run(_ traits: any TestScoping..., function: @escaping @Sendable () async throws -> Void = {})
  async throws
{
  try await run(traits, function: function)
}

/// Runs traits in their order as the library would, around a function.
package func run(_ traits: [any TestScoping], function: @escaping @Sendable () async throws -> Void)
  async throws
{
  let test = try #require(Test.current)
  var body: @Sendable () async throws -> Void = function
  for trait in traits.reversed() {
    let inner = body
    body = { try await trait.provideScope(for: test, testCase: Test.Case.current, performing: inner) }
  }
  try await body()
}
