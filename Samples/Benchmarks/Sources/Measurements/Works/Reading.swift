import Waymark

/// Reading what exists.
enum Reading {
  static let singleton = Work("read an existing singleton", baseline: "table, instance", budget: .ratio(1.5))

  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    [
      Comparison(
        singleton,
        baseline: .loop {
          let table = Routes.table()
          return { count in
            for _ in 0..<count { keep(table.instance((any Counter).self)) }
          }
        },
        waymark: .loop {
          let registry = try Routes.registry()
          return { count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any Counter>())) }
          }
        })
    ]
  }
}
