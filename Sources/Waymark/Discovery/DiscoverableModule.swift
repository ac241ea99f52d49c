/// A module that is found by itself: ``DiscoveredModules`` stands for all of them.
///
///     struct EditorModule: DiscoverableModule {
///       var routes: Routes { Route(Editor.self) { View<any EditorInput>() } }
///     }
///
/// It can be made without parameters, and it is not generic.
public protocol DiscoverableModule: RouteModule, SendableMetatype {
  /// Creates the module.
  init()
}
