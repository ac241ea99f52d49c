import WaymarkRuntime

extension Registry {
  /// Returns warnings about what the program declares and no route provides, for tests and debug builds.
  ///
  ///     #expect(registry.audit(ignoring: ["SomePackage"]).isEmpty)
  ///
  /// The audit reports:
  ///
  /// - Destinations: types that conform to ``ViewDestination`` or ``ServiceDestination`` and have no route.
  /// - Interfaces: protocols with a routable declaration (`extension RoutableView where Protocol == …`) that
  ///   no route provides. They're found by their symbols. A stripped or optimized binary may not contain
  ///   these, and a note reports that.
  ///
  /// - Parameters:
  ///   - modules: Swift modules whose declarations are ignored, for example those of other packages.
  ///   - fileID: The source file to report; the caller's by default.
  ///   - line: The source line to report; the caller's by default.
  /// - Returns: A warning for each finding, in the order of the names, and a note if the audit is incomplete.
  /// - Complexity: Linear in the number of conformance records and symbols of the program.
  public func audit(
    ignoring modules: Set<String> = [], fileID: StaticString = #fileID, line: Int = #line
  ) -> [Diagnostic] {
    let location = DeclarationLocation(fileID: fileID, line: line)
    return unroutedDestinations(modules).map { .unroutedDestination($0, at: location) }
      + unprovidedDeclarations(modules, location)
  }

  /// Returns the names of destination types without a route, sorted.
  private func unroutedDestinations(_ ignored: Set<String>) -> [String] {
    let routed = Set(layer.routes.flatMap(\.declaration.madeTypes).map { ObjectIdentifier($0) })
    let types =
      ConformanceScan(conformingTo: (any ViewDestination).self).types
      + ConformanceScan(conformingTo: (any ServiceDestination).self).types
    return Set(types.filter { !routed.contains(ObjectIdentifier($0)) }.map { QualifiedName.of($0) })
      .filter { name in !ignored.contains(String(name.prefix { $0 != "." })) }.sorted()
  }

  /// Returns the diagnostics of routable declarations that no route provides.
  private func unprovidedDeclarations(
    _ ignored: Set<String>, _ location: DeclarationLocation
  ) -> [Diagnostic] {
    let (declarations, isComplete) = RoutableDeclaration.all()
    var provided: [TokenRole: Set<String>] = [:]
    for token in allTokens {
      if let name = RoutableDeclaration.name(of: token.type) {
        provided[token.role, default: []].insert(name)
      }
    }
    let missing = declarations.filter { declaration in
      !ignored.contains(declaration.module)
        && !(provided[declaration.role]?.contains(declaration.type) ?? false)
    }
    let found = missing.map { Diagnostic.unprovidedDeclaration($0.token, module: $0.module, at: location) }
    return isComplete ? found : found + [.auditIncomplete(at: location)]
  }
}

extension Diagnostic {
  fileprivate static func unroutedDestination(_ name: String, at location: DeclarationLocation) -> Diagnostic
  {
    Diagnostic(
      .unroutedDestination, severity: .warning, at: location,
      "\(name) is a destination that can make itself, but no route of the registry makes it",
      remedy: "declare Route(\(name).self) in a module of the registry, or remove the conformance")
  }

  fileprivate static func unprovidedDeclaration(
    _ token: String, module: String, at location: DeclarationLocation
  ) -> Diagnostic {
    Diagnostic(
      .unprovidedDeclaration, severity: .warning, at: location,
      "\(token) is declared routable in \(module), but nothing in the registry provides it",
      remedy: "add it to a route of a module in the registry, or remove the declaration")
  }

  static func auditIncomplete(at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .auditIncomplete, severity: .note, at: location,
      "the audit could not find all routable declarations, because the program's symbol table was stripped",
      remedy: "audit a build that was not stripped, for example in a test")
  }
}
