import WaymarkRuntime

extension Registry {
  /// Returns warnings about what the program declares and no route provides, for tests and debug builds.
  ///
  ///     #expect(registry.audit(ignoring: ["SomePackage"]).isEmpty)
  ///
  /// The audit reports:
  ///
  /// - Destinations: types that conform to ``ViewDestination`` or ``ServiceDestination`` and have no route.
  /// - Interfaces: types with a routable declaration (a property of ``Routables``, or an `init()` of
  ///   `RoutableView<…>`) that no route provides. They're found by their symbols. A stripped binary has none, and
  ///   a note reports that; an optimized one may have lost those of names that aren't public.
  /// - Names: several properties of ``Routables`` with one type, which all name the same interface.
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
    audit(DeclarationLocation(fileID: fileID, line: line)) { !modules.contains($0) }
  }

  /// Returns warnings about what some modules declare and no route provides.
  ///
  ///     #expect(registry.audit(of: ["Storage", "Editor"]).isEmpty)
  ///
  /// A test binary contains the modules of all targets on which its tests depend, and those of the tests. To audit a
  /// registry of some of them, list these.
  ///
  /// - Parameters:
  ///   - modules: The Swift modules whose declarations are audited.
  ///   - fileID: The source file to report; the caller's by default.
  ///   - line: The source line to report; the caller's by default.
  /// - Returns: A warning for each module that the program doesn't have and for each finding, in the order of the
  ///   names, and a note if the audit is incomplete.
  /// - Complexity: Linear in the number of conformance records and symbols of the program.
  public func audit(
    of modules: Set<String>, fileID: StaticString = #fileID, line: Int = #line
  ) -> [Diagnostic] {
    let location = DeclarationLocation(fileID: fileID, line: line)
    return unknownModules(modules).map { .unknownModule($0, near: $1, at: location) }
      + audit(location) { modules.contains($0) }
  }

  /// Returns the names that no Swift module of the program has, sorted, each with the name that was probably meant.
  private func unknownModules(_ modules: Set<String>) -> [(name: String, near: String?)] {
    let program = ProgramModules()
    return modules.filter { !program.contains($0) }.sorted().map {
      ($0, NearMiss.of($0, among: program.names))
    }
  }

  /// Returns the findings in the modules whose names a closure accepts.
  private func audit(_ location: DeclarationLocation, _ includes: (String) -> Bool) -> [Diagnostic] {
    let (all, isComplete) = RoutableDeclaration.all()
    let declarations = all.filter { includes($0.module) }
    return unroutedDestinations(includes).map { .unroutedDestination($0, at: location) }
      + unprovidedDeclarations(declarations, location)
      + repeatedNames(declarations, among: all, location)
      + (isComplete ? [] : [.auditIncomplete(at: location)])
  }

  /// Returns the names of destination types without a route, sorted.
  private func unroutedDestinations(_ includes: (String) -> Bool) -> [String] {
    let routed = Set(layer.routes.flatMap(\.declaration.madeTypes).map { ObjectIdentifier($0) })
    let types =
      ConformanceScan(conformingTo: (any ViewDestination).self).types
      + ConformanceScan(conformingTo: (any ServiceDestination).self).types
    return Set(types.filter { !routed.contains(ObjectIdentifier($0)) }.map { QualifiedName.of($0) })
      .filter { name in includes(String(name.prefix { $0 != "." })) }.sorted()
  }

  /// Returns the diagnostics of routable declarations that no route provides, one for each token of a module.
  private func unprovidedDeclarations(
    _ declarations: [RoutableDeclaration], _ location: DeclarationLocation
  ) -> [Diagnostic] {
    var provided: [TokenRole: Set<String>] = [:]
    for token in allTokens {
      if let name = RoutableDeclaration.name(of: token.type) {
        provided[token.role, default: []].insert(name)
      }
    }
    let missing = declarations.filter { !(provided[$0.role]?.contains($0.type) ?? false) }
    // A token that's declared in both ways is reported once, by its `init()`.
    var seen: Set<[String]> = []
    let once = (missing.filter { $0.name == nil } + missing.filter { $0.name != nil })
      .filter { seen.insert([$0.token, $0.module]).inserted }
    return missing.filter { once.contains($0) }.map { .unprovidedDeclaration($0, at: location) }
  }

  /// Returns the diagnostics of tokens that have several names, of which at least one is audited.
  private func repeatedNames(
    _ declarations: [RoutableDeclaration], among all: [RoutableDeclaration], _ location: DeclarationLocation
  ) -> [Diagnostic] {
    var reported: Set<String> = []
    return declarations.filter { $0.name != nil && reported.insert($0.token).inserted }.compactMap { first in
      let names = Set(
        all.filter { $0.token == first.token }.compactMap { same in
          same.name.map { "\\.\($0) of \(same.module)" }
        })
      return names.count > 1 ? .repeatedName(names.sorted(), first.token, at: location) : nil
    }
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
    _ declaration: RoutableDeclaration, at location: DeclarationLocation
  ) -> Diagnostic {
    let token = declaration.name.map { "\\.\($0), a \(declaration.token)," } ?? declaration.token
    return Diagnostic(
      .unprovidedDeclaration, severity: .warning, at: location,
      "\(token) is declared routable in \(declaration.module), but nothing in the registry provides it",
      remedy: "add it to a route of a module in the registry, or remove the declaration")
  }

  fileprivate static func repeatedName(
    _ names: [String], _ token: String, at location: DeclarationLocation
  ) -> Diagnostic {
    Diagnostic(
      .repeatedName, severity: .warning, at: location,
      "\(names.joined(separator: " and ")) name the same interface, \(token)",
      remedy:
        "keep one of the names; to provide several of one type, contribute them to a collection with keys")
  }

  fileprivate static func unknownModule(
    _ name: String, near: String?, at location: DeclarationLocation
  ) -> Diagnostic {
    Diagnostic(
      .unknownModule, severity: .warning, at: location,
      "the audit is of the Swift module \"\(name)\", which the program does not contain",
      remedy: near.map { "did you mean \"\($0)\"?" }
        ?? "write the name of a target, or add the target to the dependencies of this one")
  }

  static func auditIncomplete(at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .auditIncomplete, severity: .note, at: location,
      "the audit could not find all routable declarations, because the program's symbol table was stripped",
      remedy: "audit a build that was not stripped, for example in a test")
  }
}
