import Waymark

/// Stands in where only the names of the works are wanted.
enum NoRoutes: RouteSet {
  static let count = 0
  static var modules: [any RouteModule] { [] }
  static var plainModules: [any RouteModule] { [] }
  static func fill(_ table: HandWrittenTable) {}
  static func makeDirectly() {}
  static func makeByCast() {}
  static func resolveAll(from table: HandWrittenTable) {}
  static func resolveAll(from registry: Registry) throws {}
}
