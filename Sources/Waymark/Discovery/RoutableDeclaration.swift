import WaymarkRuntime

/// A routable declaration of the program, `extension RoutableView where Protocol == …`, as its symbol names it.
struct RoutableDeclaration: Hashable {
  let role: TokenRole
  /// The qualified name of the type.
  let type: String
  /// The Swift module of the declaration.
  let module: String

  /// The token as it is asked for.
  var token: String { "\(Self.name(of: role))<\(type)>" }

  /// All declarations that left a symbol, by role and name.
  static func all() -> (declarations: [RoutableDeclaration], isComplete: Bool) {
    let symbols = ProgramSymbols(prefix: "$s7Waymark")
    let declarations = symbols.names.compactMap { RoutableDeclaration(symbol: $0) }
    return (declarations, symbols.isComplete)
  }

  /// Reads `(extension in App):Waymark.RoutableView<A where A == App.P>.init() -> Waymark.RoutableView<App.P>`.
  private init?(symbol: String) {
    // A constructor without parameters; anything else is not worth demangling.
    guard symbol.hasSuffix("ycfC"), symbol.contains("Routable"),
      let text = ProgramSymbols.demangled(symbol),
      let match = text.wholeMatch(
        of: #/\(extension in (.+?)\):Waymark\.(\w+)<A where A == .*>\.init\(\) -> Waymark\.\w+<(.+)>/#),
      let role = TokenRole.allCases.first(where: { Self.name(of: $0) == match.output.2 })
    else { return nil }
    self.role = role
    type = String(match.output.3)
    module = String(match.output.1)
  }

  private static func name(of role: TokenRole) -> String {
    switch role {
    case .view: "RoutableView"
    case .service: "RoutableService"
    case .viewModule: "RoutableViewModule"
    case .serviceModule: "RoutableServiceModule"
    }
  }

  /// A type's name as demangled symbols write it.
  static func name(of type: Any.Type) -> String? {
    _mangledTypeName(type).flatMap { ProgramSymbols.demangled("$s\($0)D") }
  }
}
