import Hummingbird
import Waymark

/// The answer for a load balancer.
struct HealthAddress: PageAddress {}

/// The answer for a load balancer: whether this process can serve requests.
///
/// The details are for administrators only.
struct HealthPage: Page {
  struct Answer: Encodable { let checks: [String: String] }

  static let access = Access.everybody
  let address: HealthAddress
  let report: HealthReport

  func get() async throws -> Response {
    let results = await report.results()
    let checks = results.map { ($0.name, $0.isHealthy ? "healthy" : "failed") }
    return try .json(
      Answer(checks: Dictionary(checks) { first, _ in first }),
      results.allSatisfy(\.isHealthy) ? .ok : .serviceUnavailable)
  }
}

/// The results of all health checks. Everybody may ask for them, so checks run once a second at most.
actor HealthReport {
  struct Result: Sendable {
    let name: String
    let isHealthy: Bool
    let detail: String
  }

  private let checks: [any HealthCheck]
  private var last: (time: ContinuousClock.Instant, results: Task<[Result], Never>)?

  init(checks: [any HealthCheck]) { self.checks = checks }

  func results() async -> [Result] {
    if let last, last.time > .now - .seconds(1) { return await last.results.value }
    let task = Task { [checks] in await Self.run(checks) }
    last = (.now, task)
    return await task.value
  }

  private static func run(_ checks: [any HealthCheck]) async -> [Result] {
    var results: [Result] = []
    for check in checks {
      do {
        results.append(Result(name: check.name, isHealthy: true, detail: try await check.check()))
      } catch StorageProblem.unavailable(let detail) {
        results.append(Result(name: check.name, isHealthy: false, detail: detail))
      } catch {
        results.append(Result(name: check.name, isHealthy: false, detail: "\(error)"))
      }
    }
    return results
  }
}

extension RoutableService<HealthReport> { static var healthReport: Self { declared() } }
