/// Reports tokens that several declarations provide.
enum DuplicateProvisionRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    if program.mode == .extending, let base = program.base { return alreadyInBase(program, base) }
    return program.provisions.repeated.compactMap { provision, first in
      let first = program.provisions.first[first]
      // Other rules report these cases.
      guard provision.ordinal != first.ordinal, !(provision.isAdapter && first.isAdapter) else { return nil }
      return finding(provision, first: first.declared)
    }
  }

  private static func alreadyInBase(_ program: Program, _ base: Snapshot) -> [Finding] {
    var findings: [Finding] = []
    for provision in program.provisions.first {
      guard let provider = base.layer.provider(for: provision.token.key), provider.token == provision.token
      else {
        continue
      }
      findings.append(finding(provision, first: provider.undecorated.source))
    }
    for (provision, first) in program.provisions.repeated {
      if let provider = base.layer.provider(for: provision.token.key), provider.token == provision.token {
        findings.append(finding(provision, first: provider.undecorated.source))
      } else {
        let first = program.provisions.first[first]
        guard provision.ordinal != first.ordinal, !(provision.isAdapter && first.isAdapter) else { continue }
        findings.append(finding(provision, first: first.declared))
      }
    }
    return findings
  }

  private static func finding(_ provision: ProvisionTable.Provision, first: Program.Source) -> Finding {
    Finding(provision.ordinal, .duplicateProvision(provision, first: first))
  }
}

extension ProvisionTable.Provision {
  fileprivate var declared: Program.Source {
    switch source {
    case .route(let route): .route(route.declaration)
    case .adapter(let adapter): .adapter(adapter.declaration)
    }
  }
}

extension Program.Source {
  fileprivate var location: DeclarationLocation {
    switch self {
    case .route(let declaration): declaration.location
    case .adapter(let declaration): declaration.location
    }
  }

  /// The declaration in messages.
  fileprivate var name: String {
    switch self {
    case .route(let declaration): Diagnostic.route(declaration)
    case .adapter(let declaration): Diagnostic.adapter(declaration)
    }
  }

  /// Returns whether both are one declaration, of two modules of a type.
  ///
  /// A line can have several declarations.
  fileprivate func isSame(as other: Self) -> Bool {
    guard location == other.location else { return false }
    return switch (self, other) {
    case (.route(let route), .route(let other)): route.destination == other.destination
    case (.adapter, .adapter): true
    default: false
    }
  }
}

extension Diagnostic {
  fileprivate static func duplicateProvision(
    _ provision: ProvisionTable.Provision, first: Program.Source
  ) -> Diagnostic {
    let (token, declared) = (provision.token, provision.declared)
    guard !declared.isSame(as: first) else {
      let name = provision.module.map { "\(TypeName.of($0))" } ?? "the declaration"
      return Diagnostic(
        .duplicateProvision, at: declared.location, "\(token) is provided twice by the same declaration",
        related: [Related(location: first.location, message: "provided here first")],
        remedy: "list \(name) once")
    }
    return Diagnostic(
      .duplicateProvision, at: declared.location, "\(token) is provided twice, here by \(declared.name)",
      related: [Related(location: first.location, message: "\(first.name) provides it first")],
      remedy:
        "remove one of the two\nreplace the first with overriding { … }\ngive each a name of its own")
  }
}
