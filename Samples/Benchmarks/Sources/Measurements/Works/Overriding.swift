import Waymark

/// Rows about overriding a route.
enum Overriding {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    scopes(Routes.self) + [1, 3, 10].flatMap { [making($0, Routes.self), deriving($0, Routes.self)] }
  }

  // MARK: - In a scope

  /// The table that a program without Waymark binds.
  @TaskLocal private static var table: HandWrittenTable?

  private static func scopes<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    let kind = "TaskLocal.withValue and the same resolve"
    let baseline = Sample.loop(
      Routes.withTable { table, count in
        for _ in 0..<count {
          $table.withValue(table) {
            if let bound = Self.table { keep(bound.make((any Clock).self)) }
          }
        }
      })
    return [
      Comparison(
        Work("override in a scope and resolve", baseline: kind, budget: .ratio(6)),
        baseline: baseline,
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { try resolve(in: override(registry)) }
          })),
      Comparison(
        Work("resolve in a registry overridden before", baseline: kind, budget: .ratio(1.25)),
        baseline: baseline,
        waymark: .loop {
          let overridden = try override(Routes.registry())
          return { count in for _ in 0..<count { try resolve(in: overridden) } }
        }),
    ]
  }

  private static func resolve(in registry: Registry) throws {
    try Registry.withCurrent(registry) {
      keep(try Router.makeDestination(to: RoutableService<any Clock>()))
    }
  }

  // MARK: - Override upon override

  private static func making<Routes: RouteSet>(_ depth: Int, _: Routes.Type) -> Comparison {
    Comparison(
      Work("new service, overridden \(depth) deep", baseline: "the same, not overridden"),
      baseline: making(Routes.self, depth: 0), waymark: making(Routes.self, depth: depth))
  }

  private static func making<Routes: RouteSet>(_: Routes.Type, depth: Int) -> Sample {
    .loop {
      let registry = try override(Routes.registry(), depth: depth)
      return { count in
        for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any Clock>())) }
      }
    }
  }

  private static func deriving<Routes: RouteSet>(_ depth: Int, _: Routes.Type) -> Comparison {
    Comparison(
      Work("override a route, \(depth) deep already", baseline: "the same, 0 deep"),
      baseline: deriving(Routes.self, depth: 0), waymark: deriving(Routes.self, depth: depth))
  }

  private static func deriving<Routes: RouteSet>(_: Routes.Type, depth: Int) -> Sample {
    .loop {
      let registry = try override(Routes.registry(), depth: depth)
      return { count in for _ in 0..<count { keep(try override(registry)) } }
    }
  }

  private static func override(_ registry: Registry, depth: Int) throws -> Registry {
    try (0..<depth).reduce(registry) { registry, _ in try override(registry) }
  }

  private static func override(_ registry: Registry) throws -> Registry {
    try registry.overriding {
      Route(OtherClock.self) { RoutableService<any Clock>.as { $0 } }
    }
  }
}
