import Waymark

/// Rows about one registry on several threads.
///
/// A figure is the time of all calls divided by their number, so it should fall with the number of threads that have
/// a core of their own.
enum Contention {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    let counts = [1, 2, 4, 8]
    return counts.map { making($0, Routes.self) } + counts.map { reading($0, Routes.self) }
  }

  private static func making<Routes: RouteSet>(_ threads: Int, _: Routes.Type) -> Comparison {
    Comparison(
      Work("new services, threads: \(threads)", baseline: "table, closure, allocation"),
      baseline: .threads(threads, Making.table(Routes.self)),
      waymark: .threads(threads, Making.registry(Routes.self)))
  }

  private static func reading<Routes: RouteSet>(_ threads: Int, _: Routes.Type) -> Comparison {
    Comparison(
      Work("kept service of each thread, threads: \(threads)", baseline: "table, instance"),
      baseline: .threads {
        let table = Routes.table()
        return Reader.all.prefix(threads).map { reader in { reader.readTable(table, $0) } }
      },
      waymark: .threads {
        let registry = try Routes.registry()
        return Reader.all.prefix(threads).map { reader in { try reader.readRegistry(registry, $0) } }
      })
  }
}
