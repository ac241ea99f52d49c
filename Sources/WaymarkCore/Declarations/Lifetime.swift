/// The lifetime of a route's instances: how long an instance is returned again.
public enum Lifetime: String, Sendable, Hashable, Codable, CaseIterable {
  /// Each request makes a new instance.
  case transient
  /// The instance is shared while something retains it (``WeaklyShared``).
  case weaklyShared
  /// The instance is kept as long as the registry exists (``Singleton``).
  case singleton
  /// The instance is kept until its scope is closed (``Scoped``).
  case scoped
  /// The instance is shared by those who fill in the same key, while something retains it (``Kept``).
  case keyed
}

/// An entry that keeps one instance for each registry, made at the first request.
///
///     Route(SystemClock.init) {
///       Service<any Clock>()
///       Singleton()
///     }
///
/// However many threads request a singleton at the same time, its factory runs once; if it throws, the next
/// request tries again. Returning an existing instance takes no lock. A singleton service is used by several
/// threads, so its type must be `Sendable`.
///
/// The registry that declares the route makes the instance and keeps it. Its extensions
/// (``Registry/extending(stage:_:)``) and the scopes opened in it (``Registry/opening(_:)``) share the instance; an
/// override (``Registry/overriding(_:)``) has its own.
public struct Singleton: Sendable {
  /// Creates the entry.
  public init() {}
}

extension Singleton: KeepingEntry {
  /// The mark for instances that any number of threads can use.
  public typealias SafeContents = EntryContents.SafelyKept
  /// The mark for instances that can be used on the main actor only.
  public typealias UnsafeContents = EntryContents.UnsafelyKept

  /// Returns the entry as data.
  @_documentation(visibility: internal)
  public func entries<Destination, Contents>() -> RouteEntries<Destination, Contents> {
    RouteEntries(InlineList(RouteEntryValue(.lifetime(.singleton))))
  }
}

/// An entry that shares one instance while something retains it; after that, a new one is made.
///
///     Route(ImageCache.init) {
///       Service<any Cache>()
///       WeaklyShared()
///     }
///
/// Use it for a resource that several objects use at the same time, and that should be released when none
/// does. The registry shares the instance with its extensions and scopes; together with ``Scoped``, each scope
/// has its own. Only a class or an actor can be shared weakly; that of a service must be `Sendable`.
public struct WeaklyShared: Sendable {
  /// Creates the entry.
  public init() {}
}

extension WeaklyShared: SharingEntry {
  /// The mark for instances that any number of threads can use.
  public typealias SafeContents = EntryContents.SafelyKept
  /// The mark for instances that can be used on the main actor only.
  public typealias UnsafeContents = EntryContents.UnsafelyKept

  /// Returns the entry as data.
  @_documentation(visibility: internal)
  public func entries<Destination, Contents>() -> RouteEntries<Destination, Contents> {
    RouteEntries(InlineList(RouteEntryValue(.lifetime(.weaklyShared))))
  }
}

/// An entry that keeps one instance for each key of a filled configuration, while something retains it.
///
///     Route(ChatRoom.init(settings:clock:), configuration: RoomSettings.init) {
///       ServiceModule(.roomSettings)
///       Kept(by: \RoomSettings.number)
///     }
///
/// Callers that fill in the same key get the same instance. If several threads ask for one key at the same time, its
/// factory runs once, with the configuration of the caller that was first. When nothing retains the instance anymore,
/// it's released, and the next request with its key makes a new one. The memory of keys whose instances were released
/// is freed during later requests.
///
/// Only a class or an actor can be shared in this way; that of a service must be `Sendable`. The instances belong to
/// the registry, or with ``Scoped`` to the scope.
public struct Kept: Sendable {
  let key: ConfigurationKey

  /// Creates the entry.
  ///
  /// - Parameter key: The property of the configuration by whose values instances are told apart.
  @preconcurrency
  public init<Configuration, Key: Hashable & Sendable>(by key: any KeyPath<Configuration, Key> & Sendable) {
    self.key = ConfigurationKey(type: Configuration.self) { configuration in
      (configuration as? Configuration).map { InstanceKey(value: $0[keyPath: key]) }
    }
  }
}

/// The key by which instances of a configured route are told apart.
struct ConfigurationKey: Sendable {
  /// The type of the configuration that has the key.
  let type: Any.Type
  /// The function that returns the key of a configuration; nil for a value of another type.
  let of: @Sendable (_ configuration: Any) -> InstanceKey?
}

/// The value by which an instance is found.
struct InstanceKey: Hashable, Sendable {
  let value: any Hashable & Sendable

  static func == (left: Self, right: Self) -> Bool { AnyHashable(left.value) == AnyHashable(right.value) }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}

extension Kept: SharingEntry {
  /// The mark for instances that any number of threads can use.
  public typealias SafeContents = EntryContents.Neutral
  /// The mark for instances that can be used on the main actor only.
  public typealias UnsafeContents = EntryContents.UnsafelyShared

  /// Returns the entry as data.
  @_documentation(visibility: internal)
  public func entries<Destination, Contents>() -> RouteEntries<Destination, Contents> {
    RouteEntries(InlineList([RouteEntryValue(.lifetime(.keyed)), RouteEntryValue(.key(key))]))
  }
}

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

/// An entry that makes a new instance for each request, as routes without a lifetime do.
///
///     Route(MailHandler.init(inbox:request:)) {
///       Service(.handler)
///       Transient()
///     }
///
/// Use it to say that this is intended: an override of a kept route that names no lifetime gets the warning
/// `lifetime-changed`.
public struct Transient: RouteEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.lifetime(.transient)) }
}

/// An entry that makes a kept instance when the registry is started, although nothing has requested it.
///
///     Route(Counters.init(clock:)) {
///       Service(.metrics)
///       Singleton()
///       Eager()
///     }
///
/// A route whose factory is asynchronous, or that has ``Starting``, needs no such entry.
public struct Eager: RouteEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.lifecycle(.eager)) }
}
