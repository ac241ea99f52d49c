import Waymark

/// Rows about reading a kept service.
enum Keeping {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    [
      Comparison(
        Work("kept service", baseline: "table, instance", budget: .ratio(1.5)),
        baseline: .loop(table(Routes.self)),
        waymark: .loop(registry(Routes.self))),
      Comparison(
        Work(
          "kept service of an instance's registry, where something stops",
          baseline: "the same where nothing stops", budget: .ratio(1.4)),
        baseline: .loop(held(Routes.self, stops: false)), waymark: .loop(held(Routes.self, stops: true))),
    ]
      + onThreads("kept service, stored router", Routes.self, router(Routes.self))
      + onThreads(
        "kept service, Router.makeDestination", Routes.self,
        Routes.withInstalledRegistry { count in
          for _ in 0..<count { keep(try Router.makeDestination(to: RoutableService<any Counter>())) }
        })
  }

  /// Compares the same loop on one thread, and on two that read the same service.
  private static func onThreads<Routes: RouteSet>(
    _ name: String, _: Routes.Type, _ waymark: @escaping Sample.Preparation
  ) -> [Comparison] {
    [(threads: 1, limit: 1.3), (threads: 2, limit: 1.1)].map { threads, limit in
      Comparison(
        Work("\(name), threads: \(threads)", baseline: "table, instance", budget: .ratio(limit)),
        baseline: .threads(threads, table(Routes.self)), waymark: .threads(threads, waymark))
    }
  }

  private static func table<Routes: RouteSet>(_: Routes.Type) -> Sample.Preparation {
    Routes.withTable { table, count in for _ in 0..<count { keep(table.instance((any Counter).self)) } }
  }

  /// Reads the same kept service again and again.
  static func registry<Routes: RouteSet>(_: Routes.Type) -> Sample.Preparation {
    Routes.withRegistry { registry, count in
      for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any Counter>())) }
    }
  }

  /// Reads it through the registry that an instance has received.
  private static func held<Routes: RouteSet>(_: Routes.Type, stops: Bool) -> Sample.Preparation {
    {
      let whole = try Registry {
        for module in Routes.modules { module }
        SubjectsModule()
        HolderModule()
        if stops { ArchiveModule() }
      }
      let holder = try whole.makeDestination(to: .registryHolder)
      return { count in
        for _ in 0..<count { keep(try holder.registry.makeDestination(to: RoutableService<any Counter>())) }
        withExtendedLifetime(whole) {}
      }
    }
  }

  private static func router<Routes: RouteSet>(_: Routes.Type) -> Sample.Preparation {
    {
      guard let router = try Routes.registry().router(to: RoutableService<any Counter>()) else {
        preconditionFailure("SubjectsModule provides the counter")
      }
      return { count in for _ in 0..<count { keep(try router.makeDestination()) } }
    }
  }
}
