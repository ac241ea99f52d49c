import Hummingbird
import Waymark

/// The administration page.
struct AdministrationAddress: PageAddress {}

/// The state of the application, for administrators.
struct AdministrationPage: Page {
  static let access = Access.administrators
  let address: AdministrationAddress
  let report: HealthReport
  let storage: any NotesStorage
  let process: ProcessDescription
  let pages: PageWriter

  func get() async throws -> Response {
    let users = try await storage.perform(ListUsers())
    let checks = await report.results().map { result in
      [
        "name": result.name, "state": result.isHealthy ? "healthy" : "failed", "detail": result.detail,
        "failed": !result.isHealthy,
      ] as [String: Any]
    }
    return try pages.page(
      "Administration", "administration",
      [
        "checks": checks, "graph": try pages.links(GraphAddress()), "routes": process.routes,
        "steps": process.steps, "health": try pages.links(HealthAddress()),
        "users": users.map { ["name": $0.name, "role": $0.isAdministrator ? "administrator" : "user"] },
      ])
  }
}

/// The picture of the route graph.
struct GraphAddress: PageAddress {}

struct GraphPicture: Page {
  static let access = Access.administrators
  let address: GraphAddress
  let drawing: GraphDrawing

  func get() async throws -> Response {
    Response(
      status: .ok, headers: [.contentType: "image/svg+xml"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try await drawing.svg())))
  }
}

/// The routes of the running process, and the steps in which it was started.
struct ProcessDescription: Sendable {
  let routes: Int
  let steps: [String]

  init(registry: Registry) {
    routes = registry.routes.count
    steps = registry.startOrder.map(\.description)
  }
}

extension RoutableService<ProcessDescription> { static var processDescription: Self { declared() } }
