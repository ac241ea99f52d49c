/// Reports tokens that several declarations provide.
enum DuplicateProvisionRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    if program.mode == .extending, let base = program.base { return alreadyInBase(program, base) }
    return program.provisions.repeated.compactMap { provision, first in
      let first = program.provisions.first[first]
      // Other rules report these cases.
      guard provision.ordinal != first.ordinal, !(provision.isAdapter && first.isAdapter) else { return nil }
      return finding(provision, first: first.location, isSame: provision.isSameDeclaration(as: first))
    }
  }

  private static func alreadyInBase(_ program: Program, _ base: Snapshot) -> [Finding] {
    var findings: [Finding] = []
    for provision in program.provisions.first {
      guard let provider = base.layer.provider(for: provision.token.key), provider.token == provision.token
      else {
        continue
      }
      findings.append(finding(provision, first: provider.location))
    }
    for (provision, first) in program.provisions.repeated {
      if let provider = base.layer.provider(for: provision.token.key), provider.token == provision.token {
        findings.append(finding(provision, first: provider.location))
      } else {
        let first = program.provisions.first[first]
        guard provision.ordinal != first.ordinal, !(provision.isAdapter && first.isAdapter) else { continue }
        findings.append(
          finding(provision, first: first.location, isSame: provision.isSameDeclaration(as: first)))
      }
    }
    return findings
  }

  /// Returns a finding, which is about a single declaration if `isSame` is true and the locations are equal.
  private static func finding(
    _ provision: ProvisionTable.Provision, first: DeclarationLocation, isSame: Bool = true
  ) -> Finding {
    Finding(
      provision.ordinal,
      .duplicateProvision(
        provision.token, at: provision.location, provision.module, first: first,
        isSame: isSame && provision.location == first))
  }
}

extension ProvisionTable.Provision {
  /// Returns whether two provisions at one location can belong to one declaration, because a line can have several.
  fileprivate func isSameDeclaration(as other: Self) -> Bool {
    switch (source, other.source) {
    case (.route(let route), .route(let other)):
      route.declaration.destination == other.declaration.destination
    case (.adapter, .adapter): true
    default: false
    }
  }
}

extension Diagnostic {
  fileprivate static func duplicateProvision(
    _ token: TokenDescription, at location: DeclarationLocation, _ module: Any.Type?,
    first: DeclarationLocation, isSame: Bool
  ) -> Diagnostic {
    guard !isSame else {
      let name = module.map { "\(TypeName.of($0))" } ?? "the declaration"
      return Diagnostic(
        .duplicateProvision, at: location, "\(token) is provided twice by the same declaration",
        related: [Related(location: first, message: "provided here first")],
        remedy: "list \(name) once")
    }
    return Diagnostic(
      .duplicateProvision, at: location, "\(token) is provided twice",
      related: [Related(location: first, message: "provided here first")],
      remedy:
        "remove one of the two\nreplace the first with overriding { … }\ngive each a name of its own")
  }
}
