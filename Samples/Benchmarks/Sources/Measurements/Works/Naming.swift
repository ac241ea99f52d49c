import Waymark

/// Rows about requests by a name, beside the same requests by a type.
enum Naming {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    new(Routes.self) + kept(Routes.self)
  }

  private static func new<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    let byType = Sample.loop(Making.registry(Routes.self))
    return [
      Comparison(
        Work("new service by its type's only name", baseline: "by type", budget: .ratio(1.03)),
        baseline: byType,
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: .watch)) }
          })),
      Comparison(
        Work("new service by one of two names", baseline: "by type", budget: .ratio(3)), baseline: byType,
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: .rightTwin)) }
          })),
    ]
  }

  private static func kept<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    let byType = Sample.loop(Keeping.registry(Routes.self))
    return [
      Comparison(
        Work("kept service by its type's only name", baseline: "by type", budget: .ratio(1.03)),
        baseline: byType,
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: .tally)) }
          })),
      Comparison(
        Work("kept service by one of two names", baseline: "by type", budget: .ratio(5)), baseline: byType,
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: .rightGauge)) }
          })),
    ]
  }
}
