/// The lifetime of a route's instances, which determines whether requests share one.
public enum Lifetime: String, Sendable, Hashable, Codable, CaseIterable {
  /// Each request creates an instance.
  case transient
  /// Requests share the instance while something retains it (``WeaklyShared``).
  case weaklyShared
  /// The registry keeps the instance (``Singleton``).
  case singleton
  /// The scope keeps the instance until it's closed (``Scoped``).
  case scoped
  /// Requests with the same key share the instance while something retains it (``Kept``).
  case keyed
}

/// An entry that keeps one instance for each registry, created at the first request.
///
///     Route(SystemClock.init) {
///       Service<any Clock>()
///       Singleton()
///     }
///
/// If several threads request a singleton at the same time, its factory runs once. If it throws, the next request tries
/// again. Returning an existing instance takes no lock. Threads share a singleton service, so its type must be
/// `Sendable`.
///
/// The registry that declares the route creates and keeps the instance. Its extensions
/// (``Registry/extending(stage:_:)``) and scopes (``Registry/opening(_:fileID:line:)``) share it. An override
/// (``Registry/overriding(_:)``) has its own.
public struct Singleton: KeepingEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue { $0.lifetimes.append(.singleton) } }
}

/// An entry that shares one instance while something retains it.
///
///     Route(ImageCache.init) {
///       Service<any Cache>()
///       WeaklyShared()
///     }
///
/// Use it for a resource that several objects share and the last one releases. The registry shares the instance with
/// its extensions and scopes. Together with ``Scoped``, each scope has its own. Only a class or an actor can be shared
/// weakly, and a service must be `Sendable`.
public struct WeaklyShared: SharingEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue { $0.lifetimes.append(.weaklyShared) } }
}

/// An entry that shares one instance for each key of a filled configuration, while something retains it.
///
///     Route(ChatRoom.init(settings:clock:), configuration: RoomSettings.init) {
///       ServiceModule(.roomSettings)
///       Kept(by: \RoomSettings.number)
///     }
///
/// Callers with the same key get the same instance. If several threads request one key at the same time, the factory
/// runs once, with the configuration of the first caller. After the release of the instance, the next request with its
/// key creates another one. Later requests free the memory of unused keys.
///
/// Only a class or an actor can be shared by key, and a service must be `Sendable`. The instances belong to the
/// registry, or with ``Scoped`` to the scope.
public struct Kept: Sendable {
  let key: ConfigurationKey

  /// Creates the entry.
  ///
  /// - Parameter key: The property of the configuration that identifies the instance.
  public init<Configuration, Key: Hashable & Sendable>(by key: any KeyPath<Configuration, Key> & Sendable) {
    self.key = ConfigurationKey(type: Configuration.self) { configuration in
      (configuration as? Configuration).map { InstanceKey(value: $0[keyPath: key]) }
    }
  }
}

/// The key that identifies instances of a configured route.
struct ConfigurationKey: Sendable {
  let type: Any.Type
  /// The function that returns the key of a configuration, or nil for a value of another type.
  let of: @Sendable (_ configuration: Any) -> InstanceKey?
}

struct InstanceKey: Hashable, Sendable {
  let value: any Hashable & Sendable

  static func == (left: Self, right: Self) -> Bool { AnyHashable(left.value) == AnyHashable(right.value) }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}

@_documentation(visibility: internal)
extension Kept: SharingEntry {
  /// The mark for instances that any number of threads can use.
  public typealias SafeContents = EntryContents.Neutral
  /// The mark for instances that belong to the main actor.
  public typealias UnsafeContents = EntryContents.UnsafelyShared

  /// The entry as data.
  public var value: RouteEntryValue {
    RouteEntryValue { [key] entries in
      entries.key = key
      entries.lifetimes.append(.keyed)
    }
  }
}

/// An entry that keeps one instance for each open scope of a type.
///
///     Route(MailInbox.init(store:session:)) {
///       Service(.inbox)
///       Scoped(to: Session.self)
///     }
///
/// The first request in the scope creates the instance, which resolves its dependencies from the scope even for a
/// request in an inner scope. Threads share a kept service, so its type must be `Sendable`. Together with
/// ``WeaklyShared`` or ``Kept``, the entry determines the scope that shares the instances. They exist while something
/// retains them, and no longer than the scope. From the call of ``Registry/close()`` on, requests throw `scopeClosed`.
///
/// An instance that outlives the scope can't depend on the route. Compilation reports `captive-scope`.
public struct Scoped: Sendable {
  let scope: any RouteScope.Type

  /// Creates the entry.
  ///
  /// - Parameter scope: The type of the scope. A route scoped to ``RootScope`` is a ``Singleton``.
  public init<Scope: RouteScope>(to scope: Scope.Type) { self.scope = scope }

  /// Rejects a value of the scope.
  @available(*, unavailable, message: "pass the type of the scope, as in Scoped(to: Session.self)")
  public init<Scope: RouteScope>(to scope: Scope) { self.scope = Scope.self }
}

@_documentation(visibility: internal)
extension Scoped: KeepingEntry {
  /// The mark for instances that any number of threads can use.
  public typealias SafeContents = EntryContents.Neutral
  /// The mark for instances that belong to the main actor.
  public typealias UnsafeContents = EntryContents.UnsafelyShared

  /// The entry as data.
  public var value: RouteEntryValue {
    scope == RootScope.self ? Singleton().value : RouteEntryValue { [scope] in $0.scopes.append(scope) }
  }
}

/// An entry that creates an instance for each request, as routes without a lifetime do.
///
///     Route(MailHandler.init(inbox:request:)) {
///       Service(.handler)
///       Transient()
///     }
///
/// Use it to state the intent: an override of a kept route that names no lifetime gets the warning `lifetime-changed`.
public struct Transient: RouteEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue { $0.lifetimes.append(.transient) } }
}

/// An entry that creates a kept instance at the start of the registry, without a request.
///
///     Route(Counters.init(clock:)) {
///       Service(.metrics)
///       Singleton()
///       Eager()
///     }
///
/// A request can create the instance before, and a start that fails leaves it. A route with an asynchronous factory or
/// ``Starting`` doesn't need the entry.
public struct Eager: RouteEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue { $0.lifecycle.isEager = true } }
}

/// An entry that starts a kept instance when a task first waits for it.
///
///     Route(loadProfile(session:)) {
///       Service(.profile)
///       Scoped(to: Visit.self)
///       OnDemand()
///     }
///
/// ``Registry/start()`` and ``Registry/withScope(_:fileID:line:operation:)`` leave the instance alone, unless another
/// instance that they start needs it. ``Registry/started(_:)-(RoutableService<Requested>)`` creates and starts it once
/// for all tasks that wait, after a start in progress. Until then, a synchronous request throws `notStarted`.
///
/// The entry is for routes with an asynchronous factory or ``Starting``. Others are created by a request anyway.
public struct OnDemand: RouteEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue { $0.lifecycle.isOnDemand = true } }
}
