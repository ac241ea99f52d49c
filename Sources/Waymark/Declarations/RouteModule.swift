/// A part of an application that declares what it provides.
///
///     struct EditorModule: RouteModule {
///       var routes: Routes {
///         Route(Editor.self) {
///           View<any EditorInput>()
///           Identifier("editor")
///         }
///       }
///     }
///
/// A module may have parameters (stored properties), and may list other modules among its routes. Declare
/// one module for each feature: the compiler's work for a block grows faster than the block.
public protocol RouteModule: RouteVocabulary {
  /// What the module declares.
  @RoutesBuilder var routes: Routes { get }

  /// Checks the compiled registry by a rule of the module's own.
  ///
  /// What it returns counts like what the library's rules find: an error makes the registry throw. It may
  /// ask for routers, routes and the graph; it must not make destinations, and an attempt is refused.
  ///
  /// - Parameter registry: All routes, of this and the other modules.
  /// - Returns: What was found.
  func check(_ registry: Registry) -> [Diagnostic]
}

extension RouteModule {
  /// Finds nothing.
  public func check(_ registry: Registry) -> [Diagnostic] { [] }
}
