import Hummingbird
import Waymark
import WaymarkGraph

/// The administration: health checks, users, the graph of the running registry, and the file for Apple's systems.
struct AdminModule: RouteModule {
  var routes: Routes {
    Route(RunningProcess.init(registry:checks:)) {
      Service<RunningProcess>(.own)
      Singleton()
    }
    Route(AdminPages.init(process:storage:settings:pages:)) { Service<AdminPages>(.own) }
    Serves("/admin", to: .administrators, menu: ("Administration", 9), get: AdminPages.administration)
    Serves("/admin/graph", to: .administrators, get: AdminPages.graph)
    Serves("/health", to: .everybody, get: AdminPages.health)
    Serves("/.well-known/apple-app-site-association", to: .everybody, get: AdminPages.association)
  }
}

struct AdministrationAddress: PageAddress {}
struct GraphAddress: PageAddress {}
struct HealthAddress: PageAddress {}
struct AssociationAddress: PageAddress {}

struct AdminPages: Sendable {
  let process: RunningProcess
  let storage: any NotesStorage
  let settings: SiteSettings
  let pages: PageWriter

  func administration(_ address: AdministrationAddress) async throws -> Response {
    let registry = process.registry
    return try pages.page(
      "Administration", "administration",
      [
        "checks": await process.check(), "graph": try pages.links(GraphAddress()),
        "routes": registry.routes.count,
        "steps": registry.startOrder, "health": try pages.links(HealthAddress()),
        "users": try await storage.perform(ListUsers()),
      ])
  }

  /// The page of the graph, with its own content security policy, which allows its script and style.
  func graph(_ address: GraphAddress) throws -> Response {
    let registry = process.registry
    let page = registry.graph.html(
      title: "NotesServer", diagnostics: registry.diagnostics, start: registry.startReport)
    let own = page.firstMatch(of: #/http-equiv="Content-Security-Policy" content="([^"]*)"/#)?.output.1
    let policy = "\(own ?? "default-src 'none'"); frame-ancestors 'none'"
    return .text(page, "text/html; charset=utf-8", fields: [.contentSecurityPolicy: policy])
  }

  func health(_ address: HealthAddress) async throws -> Response {  // For a load balancer, without details.
    let results = await process.check()
    let checks = Dictionary(results.map { ($0.name, $0.isHealthy ? "healthy" : "failed") }) { $1 }
    return try .json(["checks": checks], results.allSatisfy(\.isHealthy) ? .ok : .serviceUnavailable)
  }

  func association(_ address: AssociationAddress) throws -> Response {  // For Apple's systems.
    let text = try process.registry.associatedDomains(appIDs: settings.appIDs, host: settings.domain)
    return .text(text, "application/json", fields: [.cacheControl: "public, max-age=300"])
  }
}

/// The registry of the application, and the results of all health checks.
actor RunningProcess {
  struct Result: Sendable {
    let name, detail: String
    let isHealthy: Bool
  }

  let registry: Registry
  private let checks: [HealthCheck]
  private var last: (time: ContinuousClock.Instant, results: Task<[Result], Never>)?

  init(registry: Registry, checks: [HealthCheck]) { (self.registry, self.checks) = (registry, checks) }

  /// Returns the results of the checks, which everybody may ask for, so that they run once a second at most.
  func check() async -> [Result] {
    if let last, last.time > .now - .seconds(1) { return await last.results.value }
    let task = Task { [checks] in
      var results: [Result] = []
      for check in checks {
        do {
          results.append(Result(name: check.name, detail: try await check.check(), isHealthy: true))
        } catch {
          let detail = if case StorageProblem.unavailable(let reason) = error { reason } else { "\(error)" }
          results.append(Result(name: check.name, detail: detail, isHealthy: false))
        }
      }
      return results
    }
    last = (.now, task)
    return await task.value
  }
}
