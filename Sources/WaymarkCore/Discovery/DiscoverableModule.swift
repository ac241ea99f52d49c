/// A module that ``DiscoveredModules`` finds without being listed.
///
///     public struct EditorModule: DiscoverableModule {
///       public init() {}
///       public var routes: Routes { Route(Editor.self) { View<any EditorInput>() } }
///     }
///
/// The type has an initializer without parameters, and isn't generic.
///
/// - Important: Make the type `public` or `package`, or a final class. A release build is optimized as a
///   whole and removes a struct or an enum with less access that nothing in its Swift module mentions,
///   together with the record by which it would be found. A debug build keeps it.
public protocol DiscoverableModule: RouteModule, SendableMetatype {
  /// Creates the module.
  init()
}
