import Waymark

/// What a program does once when it starts, measured in processes that have done nothing before.
enum Starting {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    [
      Comparison(
        Work(
          "compile all routes with all rules, cold", baseline: "fill the table", budget: .ratio(2),
          unit: .route),
        baseline: .once {
          let table = HandWrittenTable(capacity: Routes.count)
          return { Routes.fill(table) }
        },
        waymark: .once { { keep(try Registry { for module in Routes.modules { module } }) } }),
      Comparison(
        Work("discover all modules, cold", budget: .amount(1_000_000 / 12_000), unit: .record),
        waymark: .once { { keepValue(DiscoveredModules()) } }),
      Comparison(
        Work("first resolve of each, cold", baseline: "direct initializers", budget: .ratio(4), unit: .route),
        baseline: .once { { Routes.makeDirectly() } },
        waymark: .once {
          let registry = try Routes.registry()
          return { try Routes.resolveAll(from: registry) }
        }),
      Comparison(
        Work(
          "first resolve of each without as, cold", baseline: "one dynamic cast each", budget: .ratio(1),
          unit: .route),
        baseline: .once { { Routes.makeByCast() } },
        waymark: .once {
          let registry = try Registry { for module in Routes.plainModules { module } }
          return { try Routes.resolveAll(from: registry) }
        }),
      Comparison(
        Work("first resolve of each through the table, cold", baseline: "direct initializers", unit: .route),
        baseline: .once { { Routes.makeDirectly() } },
        waymark: .once {
          let table = Routes.table()
          return { Routes.resolveAll(from: table) }
        }),
      Comparison(
        Work("memory of a route", baseline: "the table", budget: .amount(400), unit: .bytes),
        baseline: .memory { Routes.table() },
        waymark: .memory { try Routes.registry() }),
    ]
  }
}
