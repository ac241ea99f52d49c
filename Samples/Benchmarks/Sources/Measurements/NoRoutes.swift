import Waymark

/// An empty set of routes, used where only the names of the works are needed.
enum NoRoutes: RouteSet {
  static let count = 0
  static var modules: [any RouteModule] { [] }
  static var plainModules: [any RouteModule] { [] }
  static func fill(_ table: HandWrittenTable) {}
  static func makeDirectly() {}
  static func resolveAll(from table: HandWrittenTable) {}
  static func resolveAll(from registry: Registry) throws {}
  static let countInTurn = 0
  static func makeInTurn(from table: HandWrittenTable) {}
  static func makeInTurn(from registry: Registry) throws {}
}
