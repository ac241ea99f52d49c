import Waymark

/// Overriding a route in a scope.
enum Overriding {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    [scope(Routes.self), bound(Routes.self)]
      + [1, 3, 10].flatMap { [making($0, Routes.self), deriving($0, Routes.self)] }
  }

  /// What a program without Waymark binds.
  @TaskLocal private static var table: HandWrittenTable?

  private static func handWritten<Routes: RouteSet>(_: Routes.Type) -> Sample {
    .loop {
      let table = Routes.table()
      return { count in
        for _ in 0..<count {
          $table.withValue(table) {
            if let bound = Self.table { keep(bound.make((any Clock).self)) }
          }
        }
      }
    }
  }

  private static func scope<Routes: RouteSet>(_: Routes.Type) -> Comparison {
    Comparison(
      Work(
        "override a route in a scope and resolve it", baseline: "TaskLocal.withValue + the same resolve",
        budget: .ratio(3)),
      baseline: handWritten(Routes.self),
      waymark: .loop {
        let registry = try Routes.registry()
        return { count in
          for _ in 0..<count {
            try Registry.withCurrent(try override(registry)) {
              keep(try Router.makeDestination(to: RoutableService<any Clock>()))
            }
          }
        }
      })
  }

  private static func bound<Routes: RouteSet>(_: Routes.Type) -> Comparison {
    Comparison(
      Work("resolve in a scope, overridden before", baseline: "TaskLocal.withValue + the same resolve"),
      baseline: handWritten(Routes.self),
      waymark: .loop {
        let overridden = try override(Routes.registry())
        return { count in
          for _ in 0..<count {
            try Registry.withCurrent(overridden) {
              keep(try Router.makeDestination(to: RoutableService<any Clock>()))
            }
          }
        }
      })
  }

  private static func making<Routes: RouteSet>(_ depth: Int, _: Routes.Type) -> Comparison {
    Comparison(
      Work("make a new service, overridden \(depth) deep", baseline: "the same, not overridden"),
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
