import WaymarkRuntime

/// A routable declaration of the program, `extension RoutableView where Protocol == …`, read from its symbol.
struct RoutableDeclaration: Hashable {
  let role: TokenRole
  /// The qualified name of the type.
  let type: String
  /// The Swift module of the declaration.
  let module: String

  /// The token as it's written in a request.
  var token: String { "\(Self.name(of: role))<\(type)>" }

  /// Returns all declarations whose symbols the program contains, and whether the symbols are complete.
  static func all() -> (declarations: [RoutableDeclaration], isComplete: Bool) {
    let symbols = ProgramSymbols(prefix: "$s7Waymark")
    let declarations = symbols.names.compactMap { RoutableDeclaration(symbol: $0) }
    return (declarations, symbols.isComplete)
  }

  /// Parses a symbol; nil if it isn't a routable declaration.
  ///
  /// The demangled form is `(extension in App):Waymark.RoutableView<A where A == App.P>.init() ->
  /// Waymark.RoutableView<App.P>`.
  private init?(symbol: String) {
    // The suffix marks an initializer without parameters. Other symbols aren't demangled, which would be
    // slow.
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
    case .views: "RoutableViews"
    case .services: "RoutableServices"
    }
  }

  /// Returns a type's name as demangled symbols contain it.
  static func name(of type: Any.Type) -> String? {
    _mangledTypeName(type).flatMap { ProgramSymbols.demangled("$s\($0)D") }
  }
}
