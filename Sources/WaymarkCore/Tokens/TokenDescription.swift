public import WaymarkRuntime

/// A token without its static type, as declarations, diagnostics, and errors store it.
@usableFromInline
package struct TokenDescription: Hashable, Sendable, CustomStringConvertible {
  let type: Any.Type
  package let key: TokenKey

  package var role: TokenRole { key.role }

  @usableFromInline
  init(_ type: Any.Type, _ role: TokenRole, _ name: KeyName = .none) {
    self.type = type
    key = TokenKey(type, role, name)
  }

  @inlinable
  package init<Token: Routable>(_ token: Token) { self.init(Token.Requested.self, token.role, token.keyName) }

  /// Creates the description of a token whose type isn't known statically.
  package init(of token: any Routable) {
    func describe<Token: Routable>(_ token: Token) -> TokenDescription { TokenDescription(token) }
    self = describe(token)
  }

  /// Whether the token has a name.
  var isNamed: Bool { key.word & ~7 != UInt(bitPattern: ObjectIdentifier(type)) }

  /// The name of the token; `none` if it has none.
  var name: KeyName { isNamed ? NamedWords.name(of: key.word & ~7) : .none }

  /// The token of the same type and role without a name.
  var unnamed: TokenDescription { isNamed ? TokenDescription(type, role) : self }

  /// Returns the token of another type or role with this one's name.
  func with(_ type: Any.Type, _ role: TokenRole) -> TokenDescription { TokenDescription(type, role, name) }

  /// The token of the array by which a collection is requested.
  package var array: TokenDescription {
    func describe<Element>(_: Element.Type) -> TokenDescription {
      with([Element].self, role.kind == .view ? .view : .service)
    }
    return _openExistential(type, do: describe)
  }

  /// The short name of the token's type: `View`.
  private var word: String {
    switch role {
    case .view: "View"
    case .service: "Service"
    case .viewModule: "ViewModule"
    case .serviceModule: "ServiceModule"
    case .views: "Views"
    case .services: "Services"
    }
  }

  /// The token as it's named in messages: `Service(.clock)`, or `View<any EditorInput>` without a name.
  @usableFromInline
  package var description: String {
    name.text.map { "\(word)(.\($0))" } ?? "\(word)<\(TypeName.of(type))>"
  }

  /// The token as it's written in a route: `Service(.clock)`, or `View<any EditorInput>()` without a name.
  var expression: String { isNamed ? description : "\(description)()" }

  /// The token as an argument: `.clock`, or `Service<any Clock>()` without a name.
  var argument: String { name.text.map { ".\($0)" } ?? expression }

  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool { left.key == right.key }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A key of the registry's table: the identity of a requested type with its name, and a role.
///
/// One machine word: metadata records and those of names are aligned to at least eight bytes, which leaves the lowest
/// bits of their address for the role.
@usableFromInline
package struct TokenKey: Hashable, Sendable {
  @usableFromInline let word: UInt

  /// Creates the key of a type without a name.
  @inlinable
  init(_ type: Any.Type, _ role: TokenRole) {
    word = UInt(bitPattern: ObjectIdentifier(type)) | UInt(role.rawValue)
  }

  /// Creates the key of a type with a name, if there's one.
  @usableFromInline
  init(_ type: Any.Type, _ role: TokenRole, _ name: KeyName) {
    let type = UInt(bitPattern: ObjectIdentifier(type))
    word = (name.isNone ? type : NamedWords.word(of: type, name)) | UInt(role.rawValue)
  }

  var role: TokenRole {
    switch word & 7 {
    case 0: .view
    case 1: .service
    case 2: .viewModule
    case 3: .serviceModule
    case 4: .views
    default: .services
    }
  }
}

extension Routable {
  /// The key of the token.
  var key: TokenKey { TokenKey(Requested.self, role, keyName) }
}

/// The role of a token: which of the six tokens it is.
public enum TokenRole: UInt8, Sendable, Hashable, CaseIterable {
  /// The role of ``RoutableView``: a view.
  case view

  /// The role of ``RoutableService``: a service.
  case service

  /// The role of ``RoutableViewModule``: the configuration of a view's route.
  case viewModule

  /// The role of ``RoutableServiceModule``: the configuration of a service's route.
  case serviceModule

  /// The role of ``RoutableViews``: the views that modules contribute to a collection.
  case views

  /// The role of ``RoutableServices``: the services that modules contribute to a collection.
  case services

  /// The kind of destination that tokens of this role are for.
  public var kind: DestinationKind {
    switch self {
    case .view, .viewModule, .views: .view
    case .service, .serviceModule, .services: .service
    }
  }

  /// Whether tokens of this role request a configuration, not a destination.
  public var isModule: Bool { self == .viewModule || self == .serviceModule }

  /// Whether tokens of this role request a collection, not one destination.
  public var isCollection: Bool { self == .views || self == .services }
}
