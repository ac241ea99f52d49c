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
}
