/// A token without its static type, as declarations, diagnostics, and errors store it.
struct TokenDescription: Hashable, Sendable, CustomStringConvertible {
  let type: Any.Type
  let role: TokenRole

  init(_ type: Any.Type, _ role: TokenRole) {
    self.type = type
    self.role = role
  }

  init<Token: Routable>(_: Token.Type) { self.init(Token.Requested.self, Token.role) }

  /// Creates the description of a token whose type isn't known statically.
  init(of token: any Routable) {
    func describe<Token: Routable>(_: Token) -> TokenDescription { TokenDescription(Token.self) }
    self = describe(token)
  }

  /// The token of the array by which a collection is requested.
  var array: TokenDescription {
    func describe<Element>(_: Element.Type) -> TokenDescription {
      TokenDescription([Element].self, role.kind == .view ? .view : .service)
    }
    return _openExistential(type, do: describe)
  }

  var key: TokenKey { TokenKey(type, role) }

  /// The token as it's written in a route, such as `View<any EditorInput>`.
  var description: String {
    let word =
      switch role {
      case .view: "View"
      case .service: "Service"
      case .viewModule: "ViewModule"
      case .serviceModule: "ServiceModule"
      case .views: "Views"
      case .services: "Services"
      }
    return "\(word)<\(TypeName.of(type))>"
  }

  static func == (left: Self, right: Self) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
