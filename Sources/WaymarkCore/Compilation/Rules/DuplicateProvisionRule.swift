/// Reports tokens that several declarations provide.
enum DuplicateProvisionRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    if program.mode == .extending, let base = program.base { return alreadyInBase(program, base) }
    return program.claims.repeated.compactMap { claim, first in
      let first = program.claims.first[first]
      // Other rules report these cases.
      guard claim.ordinal != first.ordinal, !(claim.isAdapter && first.isAdapter) else { return nil }
      return finding(claim, first: first.location, isSame: claim.isSameDeclaration(as: first))
    }
  }

  private static func alreadyInBase(_ program: Program, _ base: Snapshot) -> [Finding] {
    var findings: [Finding] = []
    for claim in program.claims.first {
      guard let provider = base.layer.provider(for: claim.token.key), provider.token == claim.token else {
        continue
      }
      findings.append(finding(claim, first: provider.location))
    }
    for (claim, first) in program.claims.repeated {
      if let provider = base.layer.provider(for: claim.token.key), provider.token == claim.token {
        findings.append(finding(claim, first: provider.location))
      } else {
        let first = program.claims.first[first]
        guard claim.ordinal != first.ordinal, !(claim.isAdapter && first.isAdapter) else { continue }
        findings.append(finding(claim, first: first.location, isSame: claim.isSameDeclaration(as: first)))
      }
    }
    return findings
  }

  /// Returns a finding, which is about a single declaration if `isSame` is true and the locations are equal.
  private static func finding(
    _ claim: ClaimTable.Claim, first: DeclarationLocation, isSame: Bool = true
  ) -> Finding {
    Finding(
      claim.ordinal,
      .duplicateProvision(
        claim.token, at: claim.location, claim.module, first: first,
        isSame: isSame && claim.location == first))
  }
}

extension ClaimTable.Claim {
  /// Returns whether two claims at one location can belong to one declaration, because a line can have several.
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
        "remove one of the two, or replace the first with overriding { … }, or give each a name of its own")
  }
}
