/// An entry that adds the route's destination to a collection that many modules contribute to.
///
///     Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
///     Route(ClockCheck.init(clock:)) {
///       Contributes(to: .healthChecks, as: "clock", order: -1)
///       Singleton()
///     }
///
/// The elements of a collection are in the order of `order:`, and those with the same order in the order of their
/// declaration; discovered modules are in the order of their qualified names. An element has the lifetime of its
/// route, which may provide the destination as something else too. In `overriding { … }` and ``When``, a
/// contribution replaces the one with the same key, in its place.
public struct Contributes<Token: CollectionToken>: Sendable {
  @usableFromInline let token: Token
  @usableFromInline let key: String?
  @usableFromInline let order: Int

  private init(_ token: Token, _ key: String?, _ order: Int) {
    self.token = token
    self.key = key
    self.order = order
  }

  /// Adds to a collection of services, without a key or with a string as the key.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection, usually its name.
  ///   - key: A key by which the contribution is found and replaced; no other contribution to the collection has it.
  ///   - order: The position in the collection, compared with that of the others.
  public init<Requested>(
    to collection: RoutableServices<Requested>, as key: String? = nil, order: Int = 0
  ) where Token == RoutableServices<Requested> {
    self.init(collection, key, order)
  }

  /// Adds to a collection of services, with a case of an enumeration of strings as the key.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection, usually its name.
  ///   - key: A key by which the contribution is found and replaced; no other contribution to the collection has it.
  ///   - order: The position in the collection, compared with that of the others.
  public init<Requested, Key: RawRepresentable<String>>(
    to collection: RoutableServices<Requested>, as key: Key, order: Int = 0
  ) where Token == RoutableServices<Requested> {
    self.init(collection, key.rawValue, order)
  }

  /// Adds to a collection of views, without a key or with a string as the key.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection, usually its name.
  ///   - key: A key by which the contribution is found and replaced; no other contribution to the collection has it.
  ///   - order: The position in the collection, compared with that of the others.
  public init<Requested>(
    to collection: RoutableViews<Requested>, as key: String? = nil, order: Int = 0
  ) where Token == RoutableViews<Requested> {
    self.init(collection, key, order)
  }

  /// Adds to a collection of views, with a case of an enumeration of strings as the key.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection, usually its name.
  ///   - key: A key by which the contribution is found and replaced; no other contribution to the collection has it.
  ///   - order: The position in the collection, compared with that of the others.
  public init<Requested, Key: RawRepresentable<String>>(
    to collection: RoutableViews<Requested>, as key: Key, order: Int = 0
  ) where Token == RoutableViews<Requested> {
    self.init(collection, key.rawValue, order)
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
        .plain(destination, as: Token.Requested.self, token.role, token.keyName), key: key, order: order
      ) { [name = token.keyName] contributions in
        CollectionForm(of: Token.Requested.self, Token.Single.role, name, contributions)
      })
  }
}
