import WaymarkRuntime

/// A routable declaration of the program, read from its symbol: a static property of a token's type, or an `init()`, in
/// `extension RoutableView where Protocol == …`.
struct RoutableDeclaration: Hashable {
  let role: TokenRole
  /// The qualified name of the type.
  let type: String
  /// The Swift module of the declaration.
  let module: String
  /// The name of the static property; nil for an `init()`.
  let name: String?

  /// The token as it's written in a request.
  var token: String { "\(Self.name(of: role))<\(type)>" + (name.map { ".\($0)" } ?? "") }

  /// Returns the text by which a declaration and what provides it are compared.
  static func key(_ role: TokenRole, _ type: String, _ name: String?) -> String {
    "\(role) \(type) \(name ?? "")"
  }

  /// Returns all declarations whose symbols the program contains, sorted, and whether the symbols are complete.
  static func all() -> (declarations: [RoutableDeclaration], isComplete: Bool) {
    let symbols = ProgramSymbols(prefix: "$s11WaymarkCore")
    let declarations = symbols.names.compactMap { RoutableDeclaration(symbol: $0) }.sorted {
      ($0.token, $0.module) < ($1.token, $1.module)
    }
    return (declarations, symbols.isComplete)
  }

  /// Parses a symbol; nil if it isn't a routable declaration.
  ///
  /// The demangled form is `(extension in App):WaymarkCore.RoutableView<A where A == App.P>.init() ->
  /// WaymarkCore.RoutableView<App.P>`, or `static (extension in App):WaymarkCore.RoutableView<A where A ==
  /// App.P>.editor.getter : WaymarkCore.RoutableView<App.P>`.
  private init?(symbol: String) {
    // The suffixes mark an initializer without parameters, and a static getter. Other symbols aren't demangled, which
    // would be slow.
    guard symbol.contains("Routable"), symbol.hasSuffix("ycfC") || symbol.hasSuffix("vgZ"),
      let text = ProgramSymbols.demangled(symbol), let match = Self.parts(of: text),
      let role = TokenRole.allCases.first(where: { Self.name(of: $0) == match.role })
    else { return nil }
    self.role = role
    type = String(match.type)
    module = String(match.module)
    name = match.name.map { String($0) }
  }

  private typealias Parts = (module: Substring, role: Substring, name: Substring?, type: Substring)

  /// Returns the parts of an initializer, or of a static property's getter, whose result is the token itself.
  ///
  /// The name of a private property is followed by that of its file.
  private static func parts(of text: String) -> Parts? {
    let initializer =
      #/\(extension in (.+?)\):WaymarkCore\.(\w+)<A where A == .*>\.init\(\) -> WaymarkCore\.\w+<(.+)>/#
    if let match = text.wholeMatch(of: initializer) { return (match.1, match.2, nil, match.3) }
    let getter =
      #/static \(extension in (.+?)\):WaymarkCore\.(\w+)<A where A == .*>\.\(?(\w+)(?: in \w+\))?\.getter : WaymarkCore\.(\w+)<(.+)>/#
    guard let match = text.wholeMatch(of: getter), match.2 == match.4 else { return nil }
    return (match.1, match.2, match.3, match.5)
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
