/// What the entries of one route contain, as far as the compiler has to know it.
///
/// Each entry has a mark, and a block of entries has the marks of its entries, joined. The initializers of
/// ``Route`` ask for the properties below, so that a route that cannot work does not compile. The protocols
/// say what is **not** there ("no service among these"), because that can be said of two marks together:
/// a join has a property when both sides have it.
@_documentation(visibility: internal)
public enum EntryContents {
  /// Neither a token nor a lifetime.
  public enum Neutral: ViewCompatible, ServiceCompatible, Configurable {}
  /// A token of a view.
  public enum ViewToken: ViewRouteContents, Configurable {}
  /// Something about how a view is shown.
  public enum Shown: ViewRouteContents, Configurable {}
  /// A token of a service.
  public enum ServiceToken: ServiceRouteContents, Configurable {}
  /// An instance that is kept, of a type that may be used by several threads.
  public enum SafelyKept: ViewCompatible, ServiceCompatible {}
  /// An instance that is kept, of a type that may be used by one thread only.
  public enum UnsafelyKept: ViewCompatible, ServiceLike {}
  /// What both sides contain.
  public enum Joined<First, Second> {}

  /// Contents without anything that belongs to services.
  public protocol ViewCompatible {}
  /// Contents that make a route of a view.
  public protocol ViewRouteContents: ViewCompatible {}
  /// Contents without anything that belongs to views, but for the thread safety of what is kept.
  public protocol ServiceLike {}
  /// Contents without anything that belongs to views.
  public protocol ServiceCompatible: ServiceLike {}
  /// Contents that make a route of a service.
  public protocol ServiceRouteContents: ServiceCompatible {}
  /// Contents without a lifetime: each caller gets an instance made with the caller's configuration.
  public protocol Configurable {}
}

extension EntryContents.Joined: EntryContents.ViewCompatible, EntryContents.ViewRouteContents
where First: EntryContents.ViewCompatible, Second: EntryContents.ViewCompatible {}
extension EntryContents.Joined: EntryContents.ServiceLike
where First: EntryContents.ServiceLike, Second: EntryContents.ServiceLike {}
extension EntryContents.Joined: EntryContents.ServiceCompatible, EntryContents.ServiceRouteContents
where First: EntryContents.ServiceCompatible, Second: EntryContents.ServiceCompatible {}
extension EntryContents.Joined: EntryContents.Configurable
where First: EntryContents.Configurable, Second: EntryContents.Configurable {}
