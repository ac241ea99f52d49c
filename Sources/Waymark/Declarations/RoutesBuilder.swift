/// Builds ``Routes`` from routes, adapters, decorators, and modules.
///
/// `if`, `if`/`else`, `switch`, `for`, and `#available` work as in any result builder.
@resultBuilder
public enum RoutesBuilder {
  /// Adds a route.
  public static func buildExpression(_ route: Route) -> Routes { Routes(.route(route.declaration)) }

  /// Adds an adapter.
  public static func buildExpression(_ adapter: Adapter) -> Routes { Routes(.adapter(adapter.declaration)) }

  /// Adds a decorator.
  public static func buildExpression(_ decorator: Decorates) -> Routes {
    Routes(.decorator(decorator.declaration))
  }

  /// Adds the declarations of some profiles.
  public static func buildExpression(_ block: When) -> Routes { Routes(.profile(block)) }

  /// Adds profiles that replace nothing.
  public static func buildExpression(_ profiles: Profiles) -> Routes { Routes(.profiles(profiles)) }

  /// Adds the replacement of all contributions to a collection.
  public static func buildExpression(_ replacement: Replaces) -> Routes {
    Routes(.replacement(replacement.declaration))
  }

  /// Adds an observer of errors.
  public static func buildExpression(_ reporter: ReportsErrors) -> Routes { Routes(.handler(reporter)) }

  /// Adds the declarations of another module.
  public static func buildExpression(_ module: any RouteModule) -> Routes {
    Routes(.module(Routes.Module(module)))
  }

  /// Adds declarations that were collected elsewhere.
  public static func buildExpression(_ routes: Routes) -> Routes { routes }

  /// Builds an empty block.
  public static func buildBlock() -> Routes { Routes() }

  /// Begins a block.
  public static func buildPartialBlock(first: Routes) -> Routes { first }

  /// Adds declarations to a block.
  public static func buildPartialBlock(accumulated: Routes, next: Routes) -> Routes {
    var declarations = accumulated.declarations
    declarations.append(contentsOf: next.declarations)
    return Routes(declarations)
  }

  /// Builds an `if` without `else`.
  public static func buildOptional(_ routes: Routes?) -> Routes { routes ?? Routes() }

  /// Builds the first branch of an `if` or `switch`.
  public static func buildEither(first routes: Routes) -> Routes { routes }

  /// Builds another branch of an `if` or `switch`.
  public static func buildEither(second routes: Routes) -> Routes { routes }

  /// Builds a loop.
  public static func buildArray(_ routes: [Routes]) -> Routes {
    var declarations = InlineList<Routes.Declaration>()
    for part in routes { declarations.append(contentsOf: part.declarations) }
    return Routes(declarations)
  }

  /// Builds a branch under `#available`.
  public static func buildLimitedAvailability(_ routes: Routes) -> Routes { routes }
}
