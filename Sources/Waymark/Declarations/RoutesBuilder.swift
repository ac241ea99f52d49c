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

  /// Everything that another module declares.
  public static func buildExpression(_ module: any RouteModule) -> Routes {
    Routes(module.routes.declared(in: type(of: module)).drafts + [.check(module.check)])
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
