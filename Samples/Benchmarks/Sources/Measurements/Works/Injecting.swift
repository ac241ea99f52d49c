import Waymark

/// Rows about services that get other services, as parameters or as `@Routed` properties.
enum Injecting {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    initializers(Routes.self) + holders(Routes.self)
  }

  private static func initializers<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    let kind = "the same calls of the table"
    return [
      Comparison(
        Work("initializer with 1 new service", baseline: kind, budget: .ratio(1.5)),
        baseline: .loop(
          Routes.withTable { table, count in for _ in 0..<count { keep(table.make(Unicycle.self)) } }),
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<Unicycle>())) }
          })),
      Comparison(
        Work("initializer with 3 new services", baseline: kind, budget: .ratio(1.5)),
        baseline: .loop(
          Routes.withTable { table, count in for _ in 0..<count { keep(table.make((any Bicycle).self)) } }),
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any Bicycle>())) }
          })),
      Comparison(
        Work("initializer with 5 new services", baseline: kind, budget: .ratio(1.5)),
        baseline: .loop(
          Routes.withTable { table, count in for _ in 0..<count { keep(table.make(Tandem.self)) } }),
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<Tandem>())) }
          })),
      Comparison(
        Work("initializer with 8 new services", baseline: kind, budget: .ratio(1.5)),
        baseline: .loop(
          Routes.withTable { table, count in for _ in 0..<count { keep(table.make(Rickshaw.self)) } }),
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<Rickshaw>())) }
          })),
      Comparison(
        Work("initializer with 1 kept service", baseline: kind, budget: .ratio(1.7)),
        baseline: .loop(
          Routes.withTable { table, count in for _ in 0..<count { keep(table.make(Booth.self)) } }),
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<Booth>())) }
          })),
      Comparison(
        Work("initializer with 3 kept services", baseline: kind, budget: .ratio(1.7)),
        baseline: .loop(
          Routes.withTable { table, count in for _ in 0..<count { keep(table.make((any Workshop).self)) } }),
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any Workshop>())) }
          })),
      Comparison(
        Work("initializer with 5 kept services", baseline: kind, budget: .ratio(1.7)),
        baseline: .loop(
          Routes.withTable { table, count in for _ in 0..<count { keep(table.make(Garage.self)) } }),
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<Garage>())) }
          })),
      Comparison(
        Work("initializer with 8 kept services", baseline: kind, budget: .ratio(1.7)),
        baseline: .loop(
          Routes.withTable { table, count in for _ in 0..<count { keep(table.make(Plant.self)) } }),
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<Plant>())) }
          })),
    ]
  }

  private static func holders<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    [
      Comparison(
        Work("holder with one @Routed, new service", baseline: "constructor injection", budget: .ratio(1.8)),
        baseline: .loop {
          { count in for _ in 0..<count { use(PlainClockHolder(clock: FixedClock())) } }
        },
        waymark: .loop(
          Routes.withInstalledRegistry { count in for _ in 0..<count { use(RoutedClockHolder()) } })),
      Comparison(
        Work("holder with one @Routed, kept service", baseline: "constructor injection", budget: .ratio(1.8)),
        baseline: .loop {
          let counter = SharedCounter()
          return { count in for _ in 0..<count { use(PlainCounterHolder(counter: counter)) } }
        },
        waymark: .loop(
          Routes.withInstalledRegistry { count in for _ in 0..<count { use(RoutedCounterHolder()) } })),
      Comparison(
        Work(
          "holder with three @Routed, kept services", baseline: "constructor injection", budget: .ratio(3.5)),
        baseline: .loop {
          let counter = SharedCounter()
          return { count in for _ in 0..<count { use(PlainCounters(counter)) } }
        },
        waymark: .loop(
          Routes.withInstalledRegistry { count in for _ in 0..<count { use(RoutedCounters()) } })),
      Comparison(
        Work(
          "memory of a holder with three @Routed", baseline: "constructor injection", budget: .amount(300),
          unit: .bytesOfObject),
        baseline: .memory {
          let counter = SharedCounter()
          return { Holders((0..<Routes.count).map { _ in PlainCounters(counter) }) }
        },
        waymark: .memory {
          Registry.install(try Routes.registry())
          return {
            Holders(
              (0..<Routes.count).map { _ in
                let holder = RoutedCounters()
                use(holder)
                return holder
              })
          }
        }),
    ]
  }

  /// Objects with memory to measure.
  private final class Holders {
    let all: [AnyObject]
    init(_ all: [AnyObject]) { self.all = all }
  }

  // The holders are kept as well as their services, or the optimizer would remove their allocation.

  @inline(never)
  private static func use(_ holder: PlainClockHolder) {
    keep(holder)
    keep(holder.clock)
  }

  @inline(never)
  private static func use(_ holder: RoutedClockHolder) {
    keep(holder)
    keep(holder.clock)
  }

  @inline(never)
  private static func use(_ holder: PlainCounterHolder) {
    keep(holder)
    keep(holder.counter)
  }

  @inline(never)
  private static func use(_ holder: RoutedCounterHolder) {
    keep(holder)
    keep(holder.counter)
  }

  @inline(never)
  private static func use(_ holder: PlainCounters) {
    keep(holder)
    keep(holder.first)
    keep(holder.second)
    keep(holder.third)
  }

  @inline(never)
  private static func use(_ holder: RoutedCounters) {
    keep(holder)
    keep(holder.first)
    keep(holder.second)
    keep(holder.third)
  }
}
