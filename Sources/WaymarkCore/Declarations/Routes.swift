/// The declarations of a module, in order, as ``RouteModule/routes`` returns them.
public struct Routes: RoutesElement {
  /// One declaration, the size of a pointer because blocks copy it.
  enum Declaration {
    case route(RouteDeclaration)
    indirect case adapter(Adapter)
    indirect case decorator(DecoratorDeclaration)
    indirect case replacement(Replaces)
    indirect case profile(When)
    /// A declaration about the registry for a later stage.
    indirect case handler(any Handler)
    case module(Module)
    indirect case note(Diagnostic)
  }

  final class Module {
    let module: any RouteModule
    /// The location of the block that lists the module.
    let location: DeclarationLocation
    let declarations: InlineList<Declaration>
    /// Whether the module was found in the program, so that another block that lists it takes precedence.
    let isDiscovered: Bool

    var type: any RouteModule.Type { Swift.type(of: module) }

    init(_ module: any RouteModule, at location: DeclarationLocation, isDiscovered: Bool = false) {
      self.module = module
      self.location = location
      self.isDiscovered = isDiscovered
      declarations = ModuleNesting.declarations(of: module, listedAt: location)
    }
  }

  let declarations: InlineList<Declaration>

  init(_ declarations: InlineList<Declaration> = InlineList()) { self.declarations = declarations }

  init(_ declaration: Declaration) { declarations = InlineList(declaration) }

  package init(handler: any Handler) { self.init(.handler(handler)) }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { self }

  /// Calls a closure for each module at any depth, in order.
  ///
  /// - Parameters:
  ///   - isInProfile: Whether ``When`` encloses the declarations.
  ///   - visit: The closure, with whether ``When`` encloses the module. It returns whether to visit the modules inside.
  func forEachModule(inProfile isInProfile: Bool = false, _ visit: (Module, _ isInProfile: Bool) -> Bool) {
    for declaration in declarations {
      switch declaration {
      case .module(let module):
        if visit(module, isInProfile) {
          Routes(module.declarations).forEachModule(inProfile: isInProfile, visit)
        }
      case .profile(let block): block.routes.forEachModule(inProfile: true, visit)
      case .route, .adapter, .decorator, .replacement, .handler, .note: continue
      }
    }
  }
}

/// A declaration about all routes of a registry: an observer, an interceptor, or an error reporter.
package protocol Handler: Sendable {}

/// A builder of ``Routes`` from routes, adapters, decorators, and modules.
///
/// `if`, `if`/`else`, `switch`, `for`, and `#available` work as in any result builder.
@resultBuilder
public enum RoutesBuilder {}

@_documentation(visibility: internal)
extension RoutesBuilder {
  /// Adds a declaration, such as a route, or a collection of them.
  public static func buildExpression(_ declaration: some RoutesElement) -> Routes { declaration.declared }

  /// Adds the declarations of another module.
  public static func buildExpression(
    _ module: any RouteModule, fileID: StaticString = #fileID, line: Int = #line
  ) -> Routes {
    Routes(.module(Routes.Module(module, at: DeclarationLocation(fileID: fileID, line: line))))
  }

  /// Builds a block of one declaration, as most overrides are.
  public static func buildBlock(_ routes: Routes) -> Routes { routes }

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

  /// Rejects an expression that isn't a declaration.
  @available(
    *, unavailable,
    message:
      "this is not a declaration: write a route, such as Route(Editor.init(store:)) { … }, the value of a module, such as EditorModule(), or another declaration"
  )
  @_disfavoredOverload
  public static func buildExpression<Value>(_ value: Value) -> Routes { Routes() }
}

/// A declaration in a block of routes.
///
/// All declarations are types of Waymark. The protocol is public so that ``RoutesBuilder`` can accept them.
@_documentation(visibility: internal)
public protocol RoutesElement {
  /// The declaration as data.
  var declared: Routes { get }
}
