import HTTPTypes
import PageKit
import ServerInterfaces
import Waymark

/// The state of the application, for administrators.
package struct AdministrationPage: Endpoint {
  let address: PlainAddress<PlainPage.Administration>
  let administrator: Administrator
  let report: HealthReport
  let accounts: any AccountStorage
  let process: ProcessDescription
  let request: Request
  let pages: PageWriter
  let links: any Links

  package func respond() async throws -> Reply {
    guard request.message.method == .get else { throw PageProblem.method(allowed: .get) }
    let users = try await accounts.users()
    let checks = await report.results().map { result in
      [
        "name": result.name, "state": result.isHealthy ? "healthy" : "failed", "detail": result.detail,
        "failed": !result.isHealthy,
      ] as [String: Any]
    }
    return try pages.page(
      "Administration", "administration",
      [
        "checks": checks, "graph": links.fixed.graph, "routes": process.routes,
        "steps": process.steps, "health": links.fixed.health,
        "users": users.map { user in
          ["name": user.name, "role": user.isAdministrator ? "administrator" : "user"] as [String: Any]
        },
      ])
  }
}
