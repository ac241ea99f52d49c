import Waymark

/// Rows about a program's work at its start, measured in new processes.
enum Starting {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    ProvidingForm.allCases.map { compiling($0, Routes.self) } + [discovering]
      + ProvidingForm.allCases.map { resolving($0, Routes.self) } + [resolvingFromTable(Routes.self)]
      + ProvidingForm.allCases.map { remembering($0, Routes.self) } + [rememberingUnresolved(Routes.self)]
  }

  private static func compiling<Routes: RouteSet>(_ form: ProvidingForm, _: Routes.Type) -> Comparison {
    Comparison(
      Work(
        "compile with all rules, cold, \(form)", baseline: "fill the table", budget: .ratio(2.5), unit: .route
      ),
      baseline: .once {
        let table = HandWrittenTable(capacity: Routes.count)
        return { Routes.fill(table) }
      },
      waymark: .once { { keep(try Registry { for module in Routes.modules(form) { module } }) } })
  }

  private static var discovering: Comparison {
    Comparison(
      Work("discover all modules, cold", budget: .amount(80), unit: .record),
      waymark: .once { { keepValue(DiscoveredModules()) } })
  }

  private static func resolving<Routes: RouteSet>(_ form: ProvidingForm, _: Routes.Type) -> Comparison {
    Comparison(
      Work(
        "first resolve of all, cold, \(form)", baseline: "direct initializers", budget: .ratio(4.5),
        unit: .route),
      baseline: .once { { Routes.makeDirectly() } },
      waymark: .once {
        let registry = try Routes.registry(form)
        return { try Routes.resolveAll(from: registry) }
      })
  }

  private static func resolvingFromTable<Routes: RouteSet>(_: Routes.Type) -> Comparison {
    Comparison(
      Work("first resolve of all, cold, the table itself", baseline: "direct initializers", unit: .route),
      baseline: .once { { Routes.makeDirectly() } },
      waymark: .once {
        let table = Routes.table()
        return { Routes.resolveAll(from: table) }
      })
  }

  private static func remembering<Routes: RouteSet>(_ form: ProvidingForm, _: Routes.Type) -> Comparison {
    Comparison(
      Work(
        "memory, built and resolved, \(form)", baseline: "the table, resolved", budget: .ratio(2.5),
        unit: .bytes),
      baseline: .memory {
        {
          let table = Routes.table()
          Routes.resolveAll(from: table)
          return table
        }
      },
      waymark: .memory {
        {
          let registry = try Routes.registry(form)
          try Routes.resolveAll(from: registry)
          return registry
        }
      })
  }

  private static func rememberingUnresolved<Routes: RouteSet>(_: Routes.Type) -> Comparison {
    Comparison(
      Work("memory, built", baseline: "the table", unit: .bytes),
      baseline: .memory { { Routes.table() } }, waymark: .memory { { try Routes.registry() } })
  }
}
