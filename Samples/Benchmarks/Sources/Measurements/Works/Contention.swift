import Waymark

/// Several tasks on one registry: the time for one call, over all tasks, should fall with the number of cores.
enum Contention {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    let counts = [1, 2, 4, 8]
    return counts.map { making($0, Routes.self) } + counts.map { reading($0, Routes.self) }
  }

  private static func making<Routes: RouteSet>(_ tasks: Int, _: Routes.Type) -> Comparison {
    Comparison(
      Work("make new services, tasks: \(tasks)", baseline: "table + closure + allocation"),
      baseline: .tasks {
        let table = Routes.table()
        return Array(
          repeating: { count in
            for _ in 0..<count { keep(table.make((any Clock).self)) }
          }, count: tasks)
      },
      waymark: .tasks {
        let registry = try Routes.registry()
        return Array(
          repeating: { count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any Clock>())) }
          }, count: tasks)
      })
  }

  private static func reading<Routes: RouteSet>(_ tasks: Int, _: Routes.Type) -> Comparison {
    Comparison(
      Work("read a singleton for each task, tasks: \(tasks)", baseline: "table, instance"),
      baseline: .tasks {
        let table = Routes.table()
        return Reader.all.prefix(tasks).map { reader in { count in reader.readTable(table, count) } }
      },
      waymark: .tasks {
        let registry = try Routes.registry()
        return Reader.all.prefix(tasks).map { reader in { count in try reader.readRegistry(registry, count) }
        }
      })
  }
}
