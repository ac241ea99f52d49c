/// A part of an application that declares the destinations it provides.
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
/// A module may have parameters (stored properties), and may list other modules among its routes. Declare one
/// module for each feature, because the compile time of a block grows faster than its size.
public protocol RouteModule: RouteVocabulary {
  /// The declarations of the module.
  @RoutesBuilder var routes: Routes { get }

  /// Checks the compiled registry with the module's own rule.
  ///
  ///     func check(_ registry: Registry) -> [Diagnostic] {
  ///       registry.routes.filter { $0.kind == .view && $0.urls.isEmpty }
  ///         .map { Diagnostic(.warning, "\($0.destination) has no URL", remedy: "add a URLPattern") }
  ///     }
  ///
  /// Diagnostics that it returns are treated like those of the library's rules: an error makes the registry's
  /// initializer throw. It may use routers, routes, and the graph. It must not make destinations; an attempt
  /// throws `madeDuringCheck`.
  ///
  /// - Parameter registry: The registry with the routes of all modules.
  /// - Returns: The problems that were found.
  func check(_ registry: Registry) -> [Diagnostic]
}

extension RouteModule {
  /// Returns no problems: the default for modules without a rule of their own.
  public func check(_ registry: Registry) -> [Diagnostic] { [] }
}
