import HTTPTypes
import PageKit
import ServerInterfaces

/// The answer for a load balancer: whether this process can serve requests.
package struct HealthPage: Endpoint {
  private struct Answer: Encodable {
    let checks: [String: String]
  }

  let address: PlainAddress<PlainPage.Health>
  let report: HealthReport
  let request: Request

  package func respond() async throws -> Reply {
    guard request.message.method == .get else { throw PageProblem.method(allowed: .get) }
    let results = await report.results()
    // What failed is for administrators only.
    let checks = Dictionary(results.map { ($0.name, $0.isHealthy ? "healthy" : "failed") }) { first, _ in
      first
    }
    return try .json(
      results.allSatisfy(\.isHealthy) ? .ok : .serviceUnavailable, Answer(checks: checks))
  }
}
