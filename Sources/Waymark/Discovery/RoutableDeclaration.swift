import WaymarkRuntime

/// A routable declaration of the program, read from its symbol: a property of `Routables`, or an `init()` in
/// `extension RoutableView where Protocol == …`.
struct RoutableDeclaration: Hashable {
  let role: TokenRole
  /// The qualified name of the type.
  let type: String
  /// The Swift module of the declaration.
  let module: String
  /// The name of the property of `Routables`; nil for an `init()`.
  let name: String?

  /// The token as it's written in a request.
  var token: String { "\(Self.name(of: role))<\(type)>" }

  /// Returns all declarations whose symbols the program contains, sorted, and whether the symbols are complete.
  static func all() -> (declarations: [RoutableDeclaration], isComplete: Bool) {
    let symbols = ProgramSymbols(prefix: "$s7Waymark")
    let declarations = symbols.names.compactMap { RoutableDeclaration(symbol: $0) }.sorted {
      ($0.token, $0.module, $0.name ?? "") < ($1.token, $1.module, $1.name ?? "")
    }
    return (declarations, symbols.isComplete)
  }

  /// Parses a symbol; nil if it isn't a routable declaration.
  ///
  /// The demangled form is `(extension in App):Waymark.RoutableView<A where A == App.P>.init() ->
  /// Waymark.RoutableView<App.P>`, or `(extension in App):Waymark.Routables.editor.getter :
  /// Waymark.RoutableView<App.P>`.
  private init?(symbol: String) {
    // The suffixes mark an initializer without parameters, and a getter. Other symbols aren't demangled, which would
    // be slow.
    let isName = symbol.hasPrefix("$s7Waymark9RoutablesV") && symbol.hasSuffix("vg")
    guard isName || (symbol.hasSuffix("ycfC") && symbol.contains("Routable")),
      let text = ProgramSymbols.demangled(symbol),
      let match = isName ? Self.parts(ofName: text) : Self.parts(ofInitializer: text),
      let role = TokenRole.allCases.first(where: { Self.name(of: $0) == match.role })
    else { return nil }
    self.role = role
    type = String(match.type)
    module = String(match.module)
    name = match.name.map { String($0) }
  }

  private typealias Parts = (module: Substring, name: Substring?, role: Substring, type: Substring)

  private static func parts(ofInitializer text: String) -> Parts? {
    text.wholeMatch(
      of: #/\(extension in (.+?)\):Waymark\.(\w+)<A where A == .*>\.init\(\) -> Waymark\.\w+<(.+)>/#
    ).map { ($0.output.1, nil, $0.output.2, $0.output.3) }
  }

  /// Returns the parts of a property's getter.
  ///
  /// The name of a private property is followed by that of its file.
  private static func parts(ofName text: String) -> Parts? {
    text.wholeMatch(
      of: #/\(extension in (.+?)\):Waymark\.Routables\.\(?(\w+)(?: in \w+\))?\.getter : Waymark\.(\w+)<(.+)>/#
    ).map { ($0.output.1, $0.output.2, $0.output.3, $0.output.4) }
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
