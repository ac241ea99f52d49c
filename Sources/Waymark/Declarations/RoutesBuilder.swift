/// Builds ``Routes`` of routes, adapters and modules.
///
/// `if`, `if`/`else`, `switch`, `for` and `#available` work as in any result builder.
@resultBuilder
public enum RoutesBuilder {
  /// A route.
  public static func buildExpression(_ route: Route) -> Routes { Routes([.route(route.draft)]) }

  /// An adapter.
  public static func buildExpression(_ adapter: Adapter) -> Routes { Routes([.adapter(adapter.draft)]) }

  /// A closure that hears of errors.
  public static func buildExpression(_ reporter: ReportsErrors) -> Routes { Routes([.reporter(reporter)]) }

  /// A closure that hears what happens to all destinations.
  public static func buildExpression(_ observer: Observes) -> Routes { Routes([.observer(observer)]) }

  /// A closure that decides whether destinations may be shown.
  public static func buildExpression(_ interceptor: Intercepts) -> Routes {
    Routes([.interceptor(interceptor)])
  }

  /// How leaks are looked for.
  public static func buildExpression(_ detection: LeakDetection) -> Routes {
    Routes([.leakDetection(detection)])
  }

  /// Everything that another module declares.
  public static func buildExpression(_ module: any RouteModule) -> Routes {
    Routes([.module(Self.declarations(of: module))])
  }

  /// Everything that the modules of the program declare.
  public static func buildExpression(_ modules: DiscoveredModules) -> Routes {
    Routes(
      modules.modules.map { .discovered(Self.declarations(of: $0.init())) } + modules.notes.map { .note($0) })
  }

  private static func declarations(of module: any RouteModule) -> Routes.Module {
    let type = type(of: module)
    return Routes.Module(
      type: type, drafts: module.routes.declared(in: type).drafts, check: module.check)
  }

  /// Declarations that were collected elsewhere.
  public static func buildExpression(_ routes: Routes) -> Routes { routes }

  /// A block.
  public static func buildBlock(_ routes: Routes...) -> Routes { Routes(routes.flatMap(\.drafts)) }

  /// An `if` without `else`.
  public static func buildOptional(_ routes: Routes?) -> Routes { routes ?? Routes([]) }

  /// The first branch.
  public static func buildEither(first routes: Routes) -> Routes { routes }

  /// The second branch.
  public static func buildEither(second routes: Routes) -> Routes { routes }

  /// A loop.
  public static func buildArray(_ routes: [Routes]) -> Routes { Routes(routes.flatMap(\.drafts)) }

  /// A branch under `#available`.
  public static func buildLimitedAvailability(_ routes: Routes) -> Routes { routes }
}
