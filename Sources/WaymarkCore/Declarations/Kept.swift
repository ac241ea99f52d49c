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
