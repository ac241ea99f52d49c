import Synchronization
import Waymark

/// Rows about scopes: opening one, and asking through it.
///
/// The memory of an open scope is checked by a test of the library.
enum Scoping {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    [opening(Routes.self), firstService(Routes.self), handler(Routes.self), stopping(Routes.self)]
      + [1, 2, 8].map { firstServices($0, Routes.self) } + asking(Routes.self)
  }

  // MARK: - Opening

  /// The values that a program without Waymark binds to a task.
  private final class Values: Sendable {
    let user: Int
    init(user: Int) { self.user = user }
  }

  @TaskLocal private static var values: Values?

  private static func opening<Routes: RouteSet>(_: Routes.Type) -> Comparison {
    Comparison(
      Work(
        "open, bind, and release a scope", baseline: "an instance, bound by TaskLocal.withValue",
        budget: .ratio(4)),
      baseline: .loop {
        { count in
          for user in 0..<count {
            $values.withValue(Values(user: user)) { if let values { keep(values) } }
          }
        }
      },
      waymark: .loop(
        Routes.withRegistry { registry, count in
          for user in 0..<count {
            try Registry.withCurrent(registry.opening(Visit(user: user))) { keep(Registry.current) }
          }
        }))
  }

  /// A request's objects in a program without Waymark: the value, and an instance that a lock protects.
  private final class Visited: Sendable {
    let user: Int
    private let basket = Mutex<VisitBasket?>(nil)

    init(user: Int) { self.user = user }

    func checkout(_ table: HandWrittenTable) -> any Checkout {
      VisitCheckout(basket: service, clock: table.make((any Clock).self), visit: Visit(user: user))
    }

    var service: any Basket {
      basket.withLock { basket in
        if let basket { return basket }
        let new = VisitBasket()
        basket = new
        return new
      }
    }
  }

  /// The object that a program without Waymark binds for a request.
  @TaskLocal private static var visited: Visited?

  private static let byHand = "a bound object, an instance behind a lock"

  private static func firstService<Routes: RouteSet>(_: Routes.Type) -> Comparison {
    Comparison(
      Work("open and bind a scope, resolve its first service", baseline: byHand, budget: .ratio(5)),
      baseline: .loop { { resolveByHand($0) } },
      waymark: .loop(Routes.withRegistry(resolveFirst)))
  }

  /// A request on each of several threads, which share nothing but the registry.
  private static func firstServices<Routes: RouteSet>(_ threads: Int, _: Routes.Type) -> Comparison {
    Comparison(
      Work("open and bind a scope, resolve, threads: \(threads)", baseline: byHand),
      baseline: .threads(threads) { { resolveByHand($0) } },
      waymark: .threads(threads, Routes.withRegistry(resolveFirst)))
  }

  private static func resolveByHand(_ count: Int) {
    for user in 0..<count {
      $visited.withValue(Visited(user: user)) { if let visited { keep(visited.service) } }
    }
  }

  private static func resolveFirst(_ registry: Registry, _ count: Int) throws {
    for user in 0..<count {
      try Registry.withCurrent(registry.opening(Visit(user: user))) {
        keep(try Router.makeDestination(to: RoutableService<any Basket>()))
      }
    }
  }

  /// A request with its instances: a new handler with a service of the scope, a service of the root, and the scope.
  private static func handler<Routes: RouteSet>(_: Routes.Type) -> Comparison {
    Comparison(
      Work(
        "open and bind a scope, make its handler", baseline: "a bound object, the same initializers by hand",
        budget: .ratio(5)),
      baseline: .loop(
        Routes.withTable { table, count in
          for user in 0..<count {
            $visited.withValue(Visited(user: user)) { if let visited { keep(visited.checkout(table)) } }
          }
        }),
      waymark: .loop(
        Routes.withRegistry { registry, count in
          for user in 0..<count {
            try Registry.withCurrent(registry.opening(Visit(user: user))) {
              keep(try Router.makeDestination(to: .checkout))
            }
          }
        }))
  }

  /// A request in a program with another service that a request can start on demand, and that its end then stops.
  private static func stopping<Routes: RouteSet>(_: Routes.Type) -> Comparison {
    Comparison(
      Work(
        "use a scope that could stop something", baseline: "use a scope that stops nothing", budget: .ratio(8)
      ),
      baseline: .loop(Routes.withRegistry(useScopes)),
      waymark: .loop {
        let registry = try Registry {
          for module in Routes.modules { module }
          SubjectsModule()
          ReceiptModule()
        }
        return { try useScopes(of: registry, $0) }
      })
  }

  private static func useScopes(of registry: Registry, _ count: Int) throws {
    try waitForTask {
      for user in 0..<count {
        try await registry.withScope(Visit(user: user)) {
          keep(try Registry.current(RoutableService<any Basket>()))
        }
      }
    }
  }

  // MARK: - Asking

  private static func asking<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    [
      Comparison(
        Work("new service through a scope", baseline: "the same through the root", budget: .ratio(1.25)),
        baseline: .loop(Routes.withRegistry(new)), waymark: .loop(scope(Routes.self, new))),
      Comparison(
        Work(
          "kept service of the root through a scope", baseline: "the same through the root",
          budget: .ratio(1.5)),
        baseline: .loop(Routes.withRegistry(kept)), waymark: .loop(scope(Routes.self, kept))),
      Comparison(
        Work("kept service of a scope", baseline: "kept service of the root", budget: .ratio(1.4)),
        baseline: .loop(Routes.withRegistry(kept)), waymark: .loop(scope(Routes.self, scoped))),
    ]
  }

  /// Prepares a loop over the registry of a scope.
  private static func scope<Routes: RouteSet>(
    _: Routes.Type, _ loop: @escaping @Sendable (Registry, _ count: Int) throws -> Void
  ) -> Sample.Preparation {
    {
      let scope = try Routes.registry().opening(Visit(user: 1))
      return { try loop(scope, $0) }
    }
  }

  private static func new(_ registry: Registry, _ count: Int) throws {
    for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any Clock>())) }
  }

  private static func kept(_ registry: Registry, _ count: Int) throws {
    for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any Counter>())) }
  }

  private static func scoped(_ registry: Registry, _ count: Int) throws {
    for _ in 0..<count { keep(try registry.makeDestination(to: RoutableService<any Basket>())) }
  }
}
