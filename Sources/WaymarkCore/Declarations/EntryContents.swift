/// The contents of a route's entries, as types that the compiler checks.
///
/// Each entry has a mark, and a block of entries has the joined marks of its entries. The initializers of
/// ``Route`` require the protocols below, so that a route that can't work doesn't compile. The protocols
/// state what is **not** there ("no service among these"), because that can be stated about two joined marks:
/// a join conforms to a protocol if both sides do.
@_documentation(visibility: internal)
public enum EntryContents {
  /// An entry that's neither a token nor a lifetime.
  public enum Neutral: ViewCompatible, ServiceCompatible, Configurable {}
  /// A token of a view.
  public enum ViewToken: ViewRouteContents, Configurable {}
  /// An entry about how a view is shown.
  public enum Shown: ViewRouteContents, Configurable {}
  /// A token of a service.
  public enum ServiceToken: ServiceRouteContents, Configurable {}
  /// A lifetime of instances whose type can be used by several threads.
  public enum SafelyKept: ViewCompatible, ServiceCompatible {}
  /// A lifetime of instances whose type can be used on the main actor only.
  public enum UnsafelyKept: ViewCompatible, ServiceLike {}
  /// A lifetime that a configured route may have, of instances whose type can be used on the main actor only.
  public enum UnsafelyShared: ViewCompatible, ServiceLike, Configurable {}
  /// The contents of a block with a mistake, for the compiler's error.
  public enum Unreadable {}
  /// The contents of both sides.
  public enum Joined<First, Second> {}

  /// Contents without anything that belongs to services.
  public protocol ViewCompatible {}
  /// Contents that make a route a view's.
  public protocol ViewRouteContents: ViewCompatible {}
  /// Contents without anything that belongs to views, except that kept instances may be unsafe to share.
  public protocol ServiceLike {}
  /// Contents without anything that belongs to views.
  public protocol ServiceCompatible: ServiceLike {}
  /// Contents that make a route a service's.
  public protocol ServiceRouteContents: ServiceCompatible {}
  /// Contents without a lifetime, so that each caller gets an instance made with its own configuration.
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
