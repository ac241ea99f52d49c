/// A module that is found by itself: ``DiscoveredModules`` stands for all of them.
///
///     public struct EditorModule: DiscoverableModule {
///       public init() {}
///       public var routes: Routes { Route(Editor.self) { View<any EditorInput>() } }
///     }
///
/// It can be made without parameters, and it is not generic.
///
/// - Important: Make it `public` or `package`, or a final class. A release build is optimised as a whole, and
///   leaves out a struct or an enum with less access that nothing in its Swift module mentions, together with
///   the record by which it would be found. A debug build keeps it.
public protocol DiscoverableModule: RouteModule, SendableMetatype {
  /// Creates the module.
  init()
}
