import WaymarkRuntime

/// An entry that adds the route's destination to a collection of many modules' contributions.
///
///     Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
///     Route(ClockCheck.init(clock:)) {
///       Contributes(to: .healthChecks, as: "clock", order: -1)
///       Singleton()
///     }
///
/// `order:` sorts the elements of a collection. Elements with the same order follow the order of their declaration, and
/// discovered modules the order of their qualified names. An element has the lifetime of its route, which can have
/// other tokens. In `overriding { … }` and ``When``, a contribution replaces the one with the same key, in its place.
public struct Contributes<Token: CollectionToken>: Sendable {
  fileprivate let contribution: Contribution

  /// Adds to a collection of services, without a key or with a string as the key.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection, usually its name.
  ///   - key: A key that identifies the contribution within the collection.
  ///   - order: The position relative to other contributions.
  public init<Requested>(
    to collection: RoutableServices<Requested>, as key: String? = nil, order: Int = 0
  ) where Token == RoutableServices<Requested> {
    contribution = Contribution(binding: Binding(TokenDescription(collection)), key: key, order: order)
  }

  /// Adds to a collection of services, with a case of an enumeration of strings as the key.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection, usually its name.
  ///   - key: A key that identifies the contribution within the collection.
  ///   - order: The position relative to other contributions.
  public init<Requested, Key: RawRepresentable<String>>(
    to collection: RoutableServices<Requested>, as key: Key, order: Int = 0
  ) where Token == RoutableServices<Requested> {
    contribution = Contribution(
      binding: Binding(TokenDescription(collection)), key: key.rawValue, order: order)
  }

  /// Adds to a collection of views, without a key or with a string as the key.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection, usually its name.
  ///   - key: A key that identifies the contribution within the collection.
  ///   - order: The position relative to other contributions.
  public init<Requested>(
    to collection: RoutableViews<Requested>, as key: String? = nil, order: Int = 0
  ) where Token == RoutableViews<Requested> {
    contribution = Contribution(binding: Binding(TokenDescription(collection)), key: key, order: order)
  }

  /// Adds to a collection of views, with a case of an enumeration of strings as the key.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection, usually its name.
  ///   - key: A key that identifies the contribution within the collection.
  ///   - order: The position relative to other contributions.
  public init<Requested, Key: RawRepresentable<String>>(
    to collection: RoutableViews<Requested>, as key: Key, order: Int = 0
  ) where Token == RoutableViews<Requested> {
    contribution = Contribution(
      binding: Binding(TokenDescription(collection)), key: key.rawValue, order: order)
  }
}

@_documentation(visibility: internal)
extension Contributes: RouteEntry where Token.Single: RouteEntry {
  /// The mark of a token of the collection's kind.
  public typealias Contents = Token.Single.Contents

  /// The entry as data.
  public var value: RouteEntryValue { RouteEntryValue { $0.contributions.append(contribution) } }
}

/// A contribution of a route to a collection.
package struct Contribution: Sendable {
  /// The conversion of the destination to an element, with the token of the collection.
  let binding: Binding
  let key: String?
  let order: Int

  var token: TokenDescription { binding.token }

  /// The contribution in messages: `Services<any HealthCheck>, as "disk"`.
  package var text: String { key.map { "\(token) as \"\($0)\"" } ?? "\(token)" }

  /// Returns the contribution to a collection of the same type with another name.
  func with(_ token: TokenDescription) -> Contribution {
    Contribution(binding: binding.with(token), key: key, order: order)
  }
}

/// A declaration that removes all contributions to a collection, except contributions beside it.
///
///     let fake = try registry.overriding {
///       Replaces(.healthChecks)
///       Route(FakeCheck.init) { Contributes(to: .healthChecks, as: "fake") }
///     }
///
/// In `overriding { … }`, it removes contributions of the overridden registry. In ``When``, it removes contributions
/// outside of the profile.
public struct Replaces: RoutesElement, Sendable {
  let location: DeclarationLocation
  private(set) var token: TokenDescription

  /// Creates the declaration for a collection of services.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Requested>(
    _ collection: RoutableServices<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) {
    location = DeclarationLocation(fileID: fileID, line: line)
    token = TokenDescription(collection)
  }

  /// Creates the declaration for a collection of views.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection, usually its name.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Requested>(
    _ collection: RoutableViews<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) {
    location = DeclarationLocation(fileID: fileID, line: line)
    token = TokenDescription(collection)
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(.replacement(self)) }

  /// Returns the declaration for a collection of the same type with another name.
  func replacing(_ token: TokenDescription) -> Replaces {
    var declaration = self
    declaration.token = token
    return declaration
  }
}
