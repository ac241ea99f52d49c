import Waymark

/// Rows about collections and decorators.
enum Collecting {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    [
      Comparison(
        Work("array of ten contributions", baseline: "ten requests", budget: .ratio(1.5)),
        baseline: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count {
              for _ in 0..<10 { keep(try registry.makeDestination(to: RoutableService<any Tool>())) }
            }
          }),
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keepValue(try registry.makeDestinations(of: RoutableServices<any Tool>())) }
          })),
      Comparison(
        Work("decorated service", baseline: "the same wrapped in its factory", budget: .ratio(1.25)),
        baseline: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any WrappedBox>())) }
          }),
        waymark: .loop(
          Routes.withRegistry { registry, count in
            for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any DecoratedBox>())) }
          })),
    ]
  }
}
