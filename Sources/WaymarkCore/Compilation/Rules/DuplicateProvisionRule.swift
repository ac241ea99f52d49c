/// Reports tokens that several declarations provide.
enum DuplicateProvisionRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    if program.mode == .extending, let base = program.base { return alreadyInBase(program, base) }
    return program.provisions.repeated.compactMap { provision, first in
      let first = program.provisions.first[first]
      // Other rules report these cases.
      guard provision.ordinal != first.ordinal, !(provision.isAdapter && first.isAdapter) else { return nil }
      return finding(provision, first: first)
    }
  }

  private static func alreadyInBase(_ program: Program, _ base: Snapshot) -> [Finding] {
    var findings: [Finding] = []
    for provision in program.provisions.first {
      guard let provider = base.layer.provider(for: provision.token.key), provider.token == provision.token
      else {
        continue
      }
      findings.append(finding(provision, first: provider))
    }
    for (provision, first) in program.provisions.repeated {
      if let provider = base.layer.provider(for: provision.token.key), provider.token == provision.token {
        findings.append(finding(provision, first: provider))
      } else {
        let first = program.provisions.first[first]
        guard provision.ordinal != first.ordinal, !(provision.isAdapter && first.isAdapter) else { continue }
        findings.append(finding(provision, first: first))
      }
    }
    return findings
  }

  private static func finding(
    _ provision: ProvisionTable.Provision, first: ProvisionTable.Provision
  ) -> Finding {
    let isSame = provision.location == first.location && provision.isSameDeclaration(as: first)
    return Finding(
      provision.ordinal, .duplicateProvision(provision, first: first.location, first.declared, isSame: isSame)
    )
  }

  /// Returns a finding about a token that a registry's base provides.
  private static func finding(_ provision: ProvisionTable.Provision, first: Provider) -> Finding {
    let isSame = provision.location == first.location
    return Finding(
      provision.ordinal,
      .duplicateProvision(provision, first: first.location, first.undecorated.source, isSame: isSame))
  }
}

extension ProvisionTable.Provision {
  fileprivate var declared: Program.Source {
    switch source {
    case .route(let route): .route(route.declaration)
    case .adapter(let adapter): .adapter(adapter.declaration)
    }
  }

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
    _ provision: ProvisionTable.Provision, first location: DeclarationLocation, _ first: Program.Source,
    isSame: Bool
  ) -> Diagnostic {
    let token = provision.token
    guard !isSame else {
      let name = provision.module.map { "\(TypeName.of($0))" } ?? "the declaration"
      return Diagnostic(
        .duplicateProvision, at: provision.location, "\(token) is provided twice by the same declaration",
        related: [Related(location: location, message: "provided here first")],
        remedy: "list \(name) once")
    }
    return Diagnostic(
      .duplicateProvision, at: provision.location,
      "\(token) is provided twice, here by \(declaration(provision.declared))",
      related: [Related(location: location, message: "\(declaration(first)) provides it first")],
      remedy:
        "remove one of the two\nreplace the first with overriding { … }\ngive each a name of its own")
  }

  private static func declaration(_ source: Program.Source) -> String {
    switch source {
    case .route(let declaration): route(declaration)
    case .adapter(let declaration): adapter(declaration)
    }
  }
}
