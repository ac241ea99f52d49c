public import Waymark

/// The generated routes of a program, and the operations of the measurements on all of them.
///
/// Every tenth keeps its service as a singleton. The others make a new one for each caller.
public protocol RouteSet: SendableMetatype {
  /// The number of routes.
  static var count: Int { get }
  /// A module for each route, which provides its service with `as`.
  static var modules: [any RouteModule] { get }
  /// The same without `as`: the library has to find the conformance.
  static var plainModules: [any RouteModule] { get }
  /// Fills the hand-written table with a typed closure for each route.
  static func fill(_ table: HandWrittenTable)
  /// Makes each service by calling its initializer.
  static func makeDirectly()
  /// Resolves each service from the hand-written table.
  static func resolveAll(from table: HandWrittenTable)
  /// Resolves each service from a registry.
  static func resolveAll(from registry: Registry) throws
  /// The number of services that `makeInTurn(from:)` makes, each of another type.
  static var countInTurn: Int { get }
  /// Makes new services of different types, one after the other, from the hand-written table.
  static func makeInTurn(from table: HandWrittenTable)
  /// Makes new services of different types, one after the other, from a registry.
  static func makeInTurn(from registry: Registry) throws
}

/// The two ways for a route to provide its service.
enum ProvidingForm: String, CaseIterable {
  /// `Service<any P>.as { $0 }`
  case `as`
  /// `Service<any P>()`
  case plain
}

extension RouteSet {
  static func modules(_ form: ProvidingForm) -> [any RouteModule] {
    switch form {
    case .as: modules
    case .plain: plainModules
    }
  }

  /// Creates a registry of all generated routes and the subjects.
  static func registry(_ form: ProvidingForm = .as) throws -> Registry {
    try Registry {
      for module in modules(form) { module }
      SubjectsModule()
    }
  }

  /// Creates a hand-written table of the same services.
  static func table() -> HandWrittenTable {
    let table = HandWrittenTable(capacity: count + 32)
    fill(table)
    Subjects.fill(table)
    return table
  }
}

extension RouteSet {
  /// Prepares a loop over the hand-written table.
  static func withTable(
    _ loop: @escaping @Sendable (HandWrittenTable, _ count: Int) -> Void
  ) -> Sample.Preparation {
    {
      let table = table()
      return { loop(table, $0) }
    }
  }

  /// Prepares a loop over a registry.
  static func withRegistry(
    _ loop: @escaping @Sendable (Registry, _ count: Int) throws -> Void
  ) -> Sample.Preparation {
    {
      let registry = try registry()
      return { try loop(registry, $0) }
    }
  }

  /// Prepares a loop that runs with a registry installed.
  static func withInstalledRegistry(
    _ loop: @escaping @Sendable (_ count: Int) throws -> Void
  ) -> Sample.Preparation {
    {
      Registry.install(try registry())
      return loop
    }
  }
}
