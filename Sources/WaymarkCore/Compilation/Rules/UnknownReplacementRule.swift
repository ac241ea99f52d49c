/// Reports replacements of collections without contributions.
enum UnknownReplacementRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.replacements.compactMap { replacement in
      let token = replacement.declaration.token
      guard replacement.isInProfile || program.mode == .overriding else {
        return Finding(replacement.ordinal, .replacementWithoutBase(replacement.declaration))
      }
      let isOutside = program.routes.contains { route in
        !route.isInProfile && route.declaration.contributions.contains { $0.token == token }
      }
      let isInBase =
        program.base.map { !($0.layer.collection(for: token.key)?.members.isEmpty ?? true) } ?? false
      let isReplaced = program.collections.contains { $0.token == token && $0.hasReplacedByProfile }
      // Another rule reports an unnamed token that refers to several collections.
      let isAmbiguous = program.base?.hasSeveralCollections(like: token) ?? false
      guard !isInBase, !isReplaced, !isAmbiguous, !(replacement.isInProfile && isOutside), !program.isIsolated
      else {
        return nil
      }
      return Finding(
        replacement.ordinal, .unknownReplacement(replacement.declaration, replacement.isInProfile))
    }
  }
}

extension Diagnostic {
  fileprivate static func replacementWithoutBase(_ declaration: ReplacementDeclaration) -> Diagnostic {
    Diagnostic(
      .unknownOverride, at: declaration.location,
      "Replaces(\(declaration.token.argument)) has nothing to replace: it is neither in overriding { … } nor in When",
      remedy: "move it there\nremove it")
  }

  fileprivate static func unknownReplacement(
    _ declaration: ReplacementDeclaration, _ isInProfile: Bool
  ) -> Diagnostic {
    let place = isInProfile ? "outside of the profile" : "of the base registry"
    return Diagnostic(
      .unknownOverride, at: declaration.location,
      "\(declaration.token) is replaced, but no route \(place) contributes to it",
      detail: "Replaces(\(declaration.token.argument))", remedy: "remove it")
  }
}
