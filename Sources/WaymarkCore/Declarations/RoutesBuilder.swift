/// Builds ``Routes`` from routes, adapters, decorators, and modules.
///
/// `if`, `if`/`else`, `switch`, `for`, and `#available` work as in any result builder.
@resultBuilder
public enum RoutesBuilder {
  /// Adds a route.
  public static func buildExpression(_ route: Route) -> Routes { Routes(.route(route.declaration)) }

  /// Adds another declaration, such as an adapter, or several that were collected elsewhere.
  public static func buildExpression(_ declaration: some RoutesElement) -> Routes { declaration.declared }

  /// Adds the declarations of another module.
  public static func buildExpression(_ module: any RouteModule) -> Routes {
    Routes(.module(Routes.Module(module)))
  }

  /// Builds a block.
  public static func buildBlock(_ routes: Routes...) -> Routes { buildArray(routes) }

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

/// A declaration in a block of routes.
///
/// All declarations are types of Waymark. The protocol is public so that ``RoutesBuilder`` can accept them.
@_documentation(visibility: internal)
public protocol RoutesElement {
  /// The declaration as data.
  @_documentation(visibility: internal)
  var declared: Routes { get }
}
