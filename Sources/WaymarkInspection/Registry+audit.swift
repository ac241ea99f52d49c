public import WaymarkCore
import WaymarkRuntime

extension Registry {
  /// Returns warnings about the program's declarations that no route provides, for tests and debug builds.
  ///
  ///     #expect(registry.audit(ignoring: ["SomePackage"]).isEmpty)
  ///
  /// The audit reports:
  ///
  /// - Destinations: types that conform to ``ViewDestination`` or ``ServiceDestination`` and have no route.
  /// - Interfaces: types with a routable declaration (a static property or an `init()` of `RoutableView<…>`) that no
  ///   route provides. The audit reads symbols. A stripped binary has none, and a note reports that. An optimized
  ///   binary can lack symbols of names that aren't public.
  /// - Names: a name that two types share, which code can't write without the type.
  ///
  /// - Parameters:
  ///   - modules: Swift modules to ignore, such as the modules of other packages.
  ///   - fileID: The source file to report, by default the caller's.
  ///   - line: The source line to report, by default the caller's.
  /// - Returns: A warning for each finding, in the order of the names, and a note if the audit is incomplete.
  /// - Complexity: Linear in the number of conformance records and symbols of the program.
  public func audit(
    ignoring modules: Set<String> = [], fileID: StaticString = #fileID, line: Int = #line
  ) -> [Diagnostic] {
    audit(programDeclarations, DeclarationLocation(fileID: fileID, line: line)) {
      !modules.contains($0)
    }
  }

  /// Returns warnings about the declarations of some modules that no route provides.
  ///
  ///     #expect(registry.audit(of: ["Storage", "Editor"]).isEmpty)
  ///
  /// A test binary contains the tests' modules and the modules of all targets that the tests depend on. List the
  /// modules that belong to the registry.
  ///
  /// - Parameters:
  ///   - modules: The Swift modules to audit.
  ///   - fileID: The source file to report, by default the caller's.
  ///   - line: The source line to report, by default the caller's.
  /// - Returns: A warning for each finding and for each module that the program doesn't have, in the order of the
  ///   names, and a note if the audit is incomplete.
  /// - Complexity: Linear in the number of conformance records and symbols of the program.
  public func audit(
    of modules: Set<String>, fileID: StaticString = #fileID, line: Int = #line
  ) -> [Diagnostic] {
    let location = DeclarationLocation(fileID: fileID, line: line)
    let found = programDeclarations
    // A symbol can abbreviate the name of its module, so a search for the name may not find the module.
    let program = ProgramModules()
    let declaring = Set(found.declarations.map(\.module))
    let unknown = modules.sorted().filter { !declaring.contains($0) && !program.contains($0) }
    return unknown.map { name in
      Diagnostic(
        .unknownModule, severity: .warning, at: location,
        "the audit is of the Swift module \"\(name)\", which the program does not contain",
        remedy: NearMiss.of(name, among: program.names).map { "did you mean \"\($0)\"?" }
          ?? "write the name of a target\nadd the target to the dependencies of this one")
    } + audit(found, location) { modules.contains($0) }
  }

  /// Installs a registry for the whole process, and audits the declarations of some modules.
  ///
  ///     Registry.install(registry, auditing: ["Interfaces"])
  ///
  /// ``ReportsErrors`` receives each warning as an `unregistered` error. The audit can take a second, so run it in
  /// debug builds or tests. An optimized or stripped binary may lack symbols.
  ///
  /// - Parameters:
  ///   - registry: The registry to install, as with ``install(_:)``.
  ///   - modules: The Swift modules to audit.
  ///   - fileID: The source file to report, by default the caller's.
  ///   - line: The source line to report, by default the caller's.
  /// - Returns: The findings, as from ``audit(of:fileID:line:)``.
  /// - Complexity: Linear in the number of conformance records and symbols of the program.
  @discardableResult
  public static func install(
    _ registry: Registry, auditing modules: Set<String>, fileID: StaticString = #fileID, line: Int = #line
  ) -> [Diagnostic] {
    install(registry)
    let findings = registry.audit(of: modules, fileID: fileID, line: line)
    for finding in findings where finding.severity != .note {
      _ = registry.reporting(
        RouteError(.unregistered, "\(finding.message) (\(finding.location))", remedy: finding.remedy))
    }
    return findings
  }

  /// The routable declarations with symbols in the program, sorted, and whether the images of the registry's modules
  /// have all symbols.
  private var programDeclarations: (declarations: [RoutableDeclaration], isComplete: Bool) {
    let symbols = ProgramSymbols(prefix: "$s11WaymarkCore", inImagesOf: image.routes.compactMap(\.module))
    let declarations = symbols.names.compactMap { RoutableDeclaration(symbol: $0) }.sorted {
      ($0.token, $0.module) < ($1.token, $1.module)
    }
    return (declarations, symbols.isComplete)
  }

  /// Returns the findings in the modules that a closure accepts.
  private func audit(
    _ found: (declarations: [RoutableDeclaration], isComplete: Bool), _ location: DeclarationLocation,
    _ includes: (String) -> Bool
  ) -> [Diagnostic] {
    let declarations = found.declarations.filter { includes($0.module) }
    return unroutedDestinations(includes, location) + unprovidedDeclarations(declarations, location)
      + repeatedNames(declarations, location) + (found.isComplete ? [] : [.auditIncomplete(at: location)])
  }

  /// Returns the diagnostics of destination types without a route, in the order of their names.
  private func unroutedDestinations(
    _ includes: (String) -> Bool, _ location: DeclarationLocation
  ) -> [Diagnostic] {
    let routed = Set(image.routes.flatMap(\.declaration.madeTypes).map { ObjectIdentifier($0) })
    let types =
      ConformanceScan(conformingTo: (any ViewDestination).self).types
      + ConformanceScan(conformingTo: (any ServiceDestination).self).types
    var names: Set<String> = []
    for type in types where !routed.contains(ObjectIdentifier(type)) {
      let name = QualifiedName.of(type)
      if includes(String(name.prefix { $0 != "." })) { names.insert(name) }
    }
    return names.sorted().map { name in
      Diagnostic(
        .unroutedDestination, severity: .warning, at: location,
        "\(name) is a destination that can make itself, but no route of the registry makes it",
        remedy: "declare Route(\(name).self) in a module of the registry\nremove the conformance")
    }
  }

  /// Returns the diagnostics of routable declarations without a provider, one for each token of a module.
  private func unprovidedDeclarations(
    _ declarations: [RoutableDeclaration], _ location: DeclarationLocation
  ) -> [Diagnostic] {
    var provided: Set<String> = []
    for token in image.allTokens {
      guard let type = RoutableDeclaration.name(of: token.type) else { continue }
      // Each name of a type provides the type's declaration without a name.
      provided.insert(RoutableDeclaration.text(token.role, type, nil))
      provided.insert(RoutableDeclaration.text(token.role, type, token.name.text))
    }
    return declarations.compactMap { declaration in
      guard !provided.contains(declaration.token) else { return nil }
      return Diagnostic(
        .unprovidedDeclaration, severity: .warning, at: location,
        "\(declaration.token) is declared routable in \(declaration.module), but nothing in the registry provides it",
        remedy: "add it to a route of a module in the registry\nremove the declaration")
    }
  }

  /// Returns the diagnostics of names that several types share for one kind of token.
  private func repeatedNames(
    _ declarations: [RoutableDeclaration], _ location: DeclarationLocation
  ) -> [Diagnostic] {
    let named = declarations.filter { $0.name != nil }
    // The private names of two files are never both visible.
    var shared: Set<String> = []
    for declaration in named where declaration.file == nil { shared.insert(declaration.nameOfRole) }
    let keys = named.map { declaration in
      let name = declaration.nameOfRole
      return shared.contains(name) ? name : "\(name) \(declaration.file ?? "")"
    }
    return keys.groups.compactMap { group in
      let name = named[group[0]].name ?? ""
      let tokens = Set(group.map { "\(named[$0].token) of \(named[$0].module)" })
      guard tokens.count > 1 else { return nil }
      let isOfOneType = Set(group.map { named[$0].token }).count == 1
      return Diagnostic(
        .repeatedName, severity: .warning, at: location,
        "the name .\(name) is declared for \(isOfOneType ? "one type by several modules" : "several types"): "
          + tokens.sorted().joined(separator: " and "),
        remedy: isOfOneType
          ? "rename all but one, because they are one name, which one route provides for all\n"
            + "declare it in a module that the others import"
          : "rename all but one: where both are visible, the compiler finds .\(name) ambiguous, unless the "
            + "type is written before it")
    }
  }
}

extension Diagnostic {
  static func auditIncomplete(at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .auditIncomplete, severity: .note, at: location,
      "the audit could not find all routable declarations, because the program's symbol table was stripped",
      remedy: "audit a build that was not stripped, for example in a test")
  }
}

/// A routable declaration of the program, read from the symbol of a static property or an `init()`.
struct RoutableDeclaration {
  let role: TokenRole
  let module: String
  /// The name of the static property, or nil for an `init()`.
  let name: String?
  /// The compiler's mark of the file where a private name is visible, or nil for other names.
  let file: String?
  /// The code that refers to the token.
  let token: String

  /// The name with the kind of token, for which it has to be unique.
  var nameOfRole: String { "\(role.word) \(name ?? "")" }

  /// Returns the code that refers to a token.
  static func text(_ role: TokenRole, _ type: String, _ name: String?) -> String {
    "Routable\(role.word)<\(type)>" + (name.map { ".\($0)" } ?? "")
  }

  /// Parses a symbol, or returns nil if it isn't a routable declaration.
  ///
  /// The demangled form is `(extension in App):WaymarkCore.RoutableView<A where A == App.P>.init() ->
  /// WaymarkCore.RoutableView<App.P>`, or `static (extension in App):WaymarkCore.RoutableView<A where A ==
  /// App.P>.editor.getter : WaymarkCore.RoutableView<App.P>`.
  fileprivate init?(symbol: String) {
    // The suffixes mark an initializer without parameters and a static getter. Demangling other symbols would be slow.
    guard symbol.contains("Routable"), symbol.hasSuffix("ycfC") || symbol.hasSuffix("vgZ"),
      let text = ProgramSymbols.demangled(symbol), let match = Self.parts(of: text),
      let role = TokenRole.allCases.first(where: { "Routable\($0.word)" == match.role })
    else { return nil }
    self.role = role
    module = String(match.module)
    // Symbols have backticks around a raw name, and no-break spaces in it.
    name = match.name?.filter { $0 != "`" }.replacing("\u{A0}", with: " ")
    file = match.file.map(String.init)
    token = Self.text(role, String(match.type), name)
  }

  private typealias Parts = (
    module: Substring, role: Substring, name: Substring?, file: Substring?, type: Substring
  )

  /// Returns the parts of a symbol that returns the token itself, without the file name of a private property.
  private static func parts(of text: String) -> Parts? {
    let initializer =
      #/\(extension in (.+?)\):WaymarkCore\.(\w+)<A where A == .*>\.init\(\) -> WaymarkCore\.\w+<(.+)>/#
    if let match = text.wholeMatch(of: initializer) { return (match.1, match.2, nil, nil, match.3) }
    let getter =
      #/static \(extension in (.+?)\):WaymarkCore\.(\w+)<A where A == .*>\.\(?(`[^`]+`|[^`.() ]+)(?: in (\w+)\))?\.getter : WaymarkCore\.(\w+)<(.+)>/#
    guard let match = text.wholeMatch(of: getter), match.2 == match.5 else { return nil }
    return (match.1, match.2, match.3, match.4, match.6)
  }

  /// Returns the name of a type in demangled symbols.
  static func name(of type: Any.Type) -> String? {
    _mangledTypeName(type).flatMap { ProgramSymbols.demangled("$s\($0)D") }
  }
}
