/// An entry that adds the route's destination to a collection that many modules contribute to.
///
///     Route(DiskCheck.init) { Contributes(to: \.healthChecks, as: "disk") }
///     Route(ClockCheck.init(clock:)) {
///       Contributes(to: \.healthChecks, as: "clock", order: -1)
///       Singleton()
///     }
///
/// The elements of a collection are in the order of `order:`, and those with the same order in the order of their
/// declaration; discovered modules are in the order of their qualified names. An element has the lifetime of its
/// route, which may provide the destination as something else too. In `overriding { … }` and ``When``, a
/// contribution replaces the one with the same key, in its place.
public struct Contributes<Token: CollectionToken>: Sendable {
  @usableFromInline let key: String?
  @usableFromInline let order: Int

  /// Creates the entry, without a key or with a string as the key.
  ///
  /// - Parameters:
  ///   - collection: The name of the collection in ``Routables``.
  ///   - key: A key by which the contribution is found and replaced; no other contribution to the collection has it.
  ///   - order: The position in the collection, compared with that of the others.
  public init(to collection: KeyPath<Routables, Token>, as key: String? = nil, order: Int = 0) {
    self.key = key
    self.order = order
  }

  /// Creates the entry with a case of an enumeration of strings as the key.
  ///
  /// - Parameters:
  ///   - collection: The name of the collection in ``Routables``.
  ///   - key: A key by which the contribution is found and replaced; no other contribution to the collection has it.
  ///   - order: The position in the collection, compared with that of the others.
  public init<Key: RawRepresentable<String>>(
    to collection: KeyPath<Routables, Token>, as key: Key, order: Int = 0
  ) {
    self.key = key.rawValue
    self.order = order
  }

  /// Creates the entry, without a key or with a string as the key.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection.
  ///   - key: A key by which the contribution is found and replaced; no other contribution to the collection has it.
  ///   - order: The position in the collection, compared with that of the others.
  public init(to collection: Token, as key: String? = nil, order: Int = 0) {
    self.key = key
    self.order = order
  }

  /// Creates the entry with a case of an enumeration of strings as the key.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection.
  ///   - key: A key by which the contribution is found and replaced; no other contribution to the collection has it.
  ///   - order: The position in the collection, compared with that of the others.
  public init<Key: RawRepresentable<String>>(to collection: Token, as key: Key, order: Int = 0) {
    self.key = key.rawValue
    self.order = order
  }
}

extension Contributes: RouteEntry where Token.Single: RouteEntry {
  /// The mark of a token of the collection's kind.
  public typealias Contents = Token.Single.Contents

  /// Returns the contribution; compilation checks that the destination conforms to the collection's type.
  @inlinable
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(
      Contribution(
        .plain(destination, as: Token.Requested.self, Token.role), key: key, order: order
      ) { contributions in
        CollectionForm(of: Token.Requested.self, Token.Single.role, contributions)
      })
  }
}
