import ServerInterfaces
import Waymark

/// The results of all health checks.
struct HealthReport: Sendable {
  /// The result of one check.
  struct Result: Sendable {
    let name: String
    let isHealthy: Bool
    let detail: String
  }

  private let checks: [any HealthCheck]

  init(checks: [any HealthCheck]) { self.checks = checks }

  /// Runs all checks at the same time.
  func results() async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      for (index, check) in checks.enumerated() { group.addTask { (index, await Self.result(of: check)) } }
      var results: [(Int, Result)] = []
      for await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private static func result(of check: any HealthCheck) async -> Result {
    do {
      return Result(name: check.name, isHealthy: true, detail: try await check.check())
    } catch {
      return Result(name: check.name, isHealthy: false, detail: "\(error)")
    }
  }
}

extension RoutableService<HealthReport> { static var healthReport: Self { declared() } }
