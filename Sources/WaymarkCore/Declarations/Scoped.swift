/// An entry that keeps one instance for each open scope of a type, until the scope is closed.
///
///     Route(MailInbox.init(store:session:)) {
///       Service(.inbox)
///       Scoped(to: Session.self)
///     }
///
/// The instance is made at the first request in the scope, and resolves its dependencies from the scope, also if it's
/// requested in a scope inside. A service that's kept is used by several threads, so its type must be `Sendable`.
/// Together with ``WeaklyShared`` or ``Kept``, the entry says which scope shares the instances; these exist while
/// something retains them, and no longer than the scope.
///
/// Something that's kept longer than the scope can't depend on the route: compilation reports `captive-scope`.
public struct Scoped: Sendable {
  let scope: any RouteScope.Type

  /// Creates the entry.
  ///
  /// - Parameter scope: The type of the scope. What's scoped to ``RootScope`` is a ``Singleton``.
  public init<Scope: RouteScope>(to scope: Scope.Type) { self.scope = scope }

  /// Rejects a value of the scope.
  @available(*, unavailable, message: "pass the type of the scope, as in Scoped(to: Session.self)")
  public init<Scope: RouteScope>(to scope: Scope) { self.scope = Scope.self }
}

extension Scoped: KeepingEntry {
  /// The mark for instances that any number of threads can use.
  public typealias SafeContents = EntryContents.Neutral
  /// The mark for instances that can be used on the main actor only.
  public typealias UnsafeContents = EntryContents.UnsafelyShared

  /// Returns the entry as data.
  @_documentation(visibility: internal)
  public func entries<Destination, Contents>() -> RouteEntries<Destination, Contents> {
    RouteEntries(InlineList(RouteEntryValue(scope == RootScope.self ? .lifetime(.singleton) : .scope(scope))))
  }
}
