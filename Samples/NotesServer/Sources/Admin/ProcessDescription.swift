import Waymark

/// What administrators learn about the running process.
package struct ProcessDescription: Sendable {
  /// The number of routes.
  let routes: Int
  /// The steps in which the process was started.
  let steps: [String]

  /// Describes the registry of the application, rather than that of a request.
  init(registry: Registry) {
    routes = registry.routes.count
    steps = registry.startOrder.map(\.description)
  }
}

extension RoutableService<ProcessDescription> { static var processDescription: Self { declared() } }
