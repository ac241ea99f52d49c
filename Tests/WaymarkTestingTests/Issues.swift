import Synchronization
import Testing

/// The issues that something records, as texts with their severities.
func issues(_ body: () async throws -> Void) async -> [String] {
  let found = Mutex<[String]>([])
  try? await withKnownIssue(isIntermittent: true) {
    try await body()
  } matching: { issue in
    let text = issue.comments.map(\.rawValue).joined(separator: "\n")
    found.withLock { $0.append("\(issue.severity): \(text)" + (issue.error.map { " \($0)" } ?? "")) }
    return true
  }
  return found.withLock { $0 }
}
