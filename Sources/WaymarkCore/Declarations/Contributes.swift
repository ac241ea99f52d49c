import WaymarkRuntime

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
  fileprivate let token: Token
  fileprivate let key: String?
  fileprivate let order: Int

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

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue {
    RouteEntryValue(.contribution(Contribution(Binding(TokenDescription(token)), key: key, order: order)))
  }
}

/// A contribution of a route to a collection.
final class Contribution: Sendable {
  /// How the destination becomes an element; its token is that of the collection.
  let binding: Binding
  let key: String?
  let order: Int

  var token: TokenDescription { binding.token }

  /// The contribution as it's written in messages: `Services<any HealthCheck>, as "disk"`.
  var text: String { key.map { "\(token) as \"\($0)\"" } ?? "\(token)" }

  init(_ binding: Binding, key: String?, order: Int) {
    self.binding = binding
    self.key = key
    self.order = order
  }
}

/// The mark of the route that a registry adds for each collection, which makes an array of its elements.
struct CollectionMark: FeatureEntry {
  /// The token of the collection.
  let token: TokenDescription
}

extension RouteDeclaration {
  /// The token of the collection that the route makes; nil for a route that a user declared.
  var collection: TokenDescription? { features(CollectionMark.self).first?.token }
}

/// A declaration that removes all contributions to a collection, so that only those beside it remain.
///
///     let fake = try registry.overriding {
///       Replaces(.healthChecks)
///       Route(FakeCheck.init) { Contributes(to: .healthChecks, as: "fake") }
///     }
///
/// Use it in `overriding { … }`, for the contributions of the registry that's overridden, or in ``When``, for those
/// outside of the profile.
public struct Replaces: RoutesElement, Sendable {
  let declaration: ReplacementDeclaration

  /// Creates the declaration.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Requested>(
    _ collection: RoutableServices<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) {
    declaration = ReplacementDeclaration(
      DeclarationLocation(fileID: fileID, line: line), TokenDescription(collection))
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
    declaration = ReplacementDeclaration(
      DeclarationLocation(fileID: fileID, line: line), TokenDescription(collection))
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(.replacement(declaration)) }
}

/// The data of a declared replacement of all contributions.
final class ReplacementDeclaration: Sendable {
  let location: DeclarationLocation
  /// The token of the collection.
  let token: TokenDescription

  init(_ location: DeclarationLocation, _ token: TokenDescription) {
    self.location = location
    self.token = token
  }
}
