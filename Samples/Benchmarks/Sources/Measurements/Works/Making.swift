import Waymark

/// Making new objects.
enum Making {
  static let service = Work(
    "make a new service", baseline: "table + closure + allocation", budget: .ratio(1.25))
  static let view = Work(
    "make a new view on the main actor", baseline: "table + closure + allocation", budget: .ratio(1.25))
  static let holder = Work(
    "create a holder with one @Routed service and read it", baseline: "constructor injection",
    budget: .ratio(2))

  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    [
      Comparison(service, baseline: table(Routes.self), waymark: registry(Routes.self)),
      Comparison(
        view,
        baseline: .mainActorLoop {
          let table = Routes.table()
          return { count in
            for _ in 0..<count { keep(table.makeView((any Editor).self)) }
          }
        },
        waymark: .mainActorLoop {
          let registry = try Routes.registry()
          return { count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableView<any Editor>())) }
          }
        }),
      Comparison(
        holder,
        baseline: .loop {
          { count in for _ in 0..<count { read(PlainHolder(clock: FixedClock())) } }
        },
        waymark: .loop {
          Registry.install(try Routes.registry())
          return { count in for _ in 0..<count { read(InjectedHolder()) } }
        }),
    ]
  }

  /// Making a service through the hand-written table.
  private static func table<Routes: RouteSet>(_: Routes.Type) -> Sample {
    .loop {
      let table = Routes.table()
      return { count in
        for _ in 0..<count { keep(table.make((any Clock).self)) }
      }
    }
  }

  /// Making a service through a registry.
  private static func registry<Routes: RouteSet>(_: Routes.Type) -> Sample {
    .loop {
      let registry = try Routes.registry()
      return { count in
        for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any Clock>())) }
      }
    }
  }

  @inline(never)
  private static func read(_ holder: PlainHolder) {
    // The holder goes where the optimiser does not see it, or it would not be made.
    keep(holder)
    keep(holder.clock)
  }

  @inline(never)
  private static func read(_ holder: InjectedHolder) {
    keep(holder)
    keep(holder.clock)
  }
}
