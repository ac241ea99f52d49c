public import Waymark

/// Many routes, and what a program does with all of them.
public protocol RouteSet: SendableMetatype {
  /// How many there are.
  static var count: Int { get }
  /// A module for each route, provided with `as`.
  static var modules: [any RouteModule] { get }
  /// The same without `as`, so that each destination is cast.
  static var plainModules: [any RouteModule] { get }
  /// Fills the hand-written table with a typed closure for each.
  static func fill(_ table: HandWrittenTable)
  /// Makes each object by its initializer.
  static func makeDirectly()
  /// Makes each object and casts it to its protocol.
  static func makeByCast()
  /// Makes each object through the hand-written table.
  static func resolveAll(from table: HandWrittenTable)
  /// Makes each object through a registry.
  static func resolveAll(from registry: Registry) throws
}

extension RouteSet {
  /// A registry of all routes and those that are measured one by one.
  static func registry() throws -> Registry {
    try Registry {
      for module in modules { module }
      SubjectsModule()
    }
  }

  /// The hand-written table with the same.
  static func table() -> HandWrittenTable {
    let table = HandWrittenTable(capacity: count + 16)
    fill(table)
    Subjects.fill(table)
    return table
  }
}
