import Waymark

/// Rows about making new services and views.
enum Making {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    let kind = "table, closure, allocation"
    return [
      Comparison(
        Work("new service", baseline: kind, budget: .ratio(1.25)),
        baseline: .loop(table(Routes.self)), waymark: .loop(registry(Routes.self))),
      Comparison(
        Work("new service, 400 different ones in turn", baseline: kind, budget: .ratio(1.25)),
        baseline: .loop(
          calls: .million,
          Routes.withTable { table, count in
            for _ in 0..<count / Routes.countInTurn { Routes.makeInTurn(from: table) }
          }),
        waymark: .loop(
          calls: .million,
          Routes.withRegistry { registry, count in
            for _ in 0..<count / Routes.countInTurn { try Routes.makeInTurn(from: registry) }
          })),
      Comparison(
        Work("new view on the main actor", baseline: kind, budget: .ratio(1.25)),
        baseline: .mainActorLoop {
          let table = Routes.table()
          return { count in for _ in 0..<count { keep(table.makeView((any Editor).self)) } }
        },
        waymark: .mainActorLoop {
          let registry = try Routes.registry()
          return { count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableView<any Editor>())) }
          }
        }),
    ]
  }

  /// Makes the same new service again and again.
  static func table<Routes: RouteSet>(_: Routes.Type) -> Sample.Preparation {
    Routes.withTable { table, count in for _ in 0..<count { keep(table.make((any Clock).self)) } }
  }

  static func registry<Routes: RouteSet>(_: Routes.Type) -> Sample.Preparation {
    Routes.withRegistry { registry, count in
      for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any Clock>())) }
    }
  }
}
