/// Reports replacements of collections without contributions.
enum UnknownReplacementRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.replacements.compactMap { replacement, below in
      let token = replacement.declaration.token
      guard replacement.isInProfile || linked.mode == .overriding else {
        return Finding(replacement.ordinal, .replacementWithoutBase(replacement.declaration))
      }
      // Another rule reports an unnamed token that refers to several collections.
      // A profile of an extension replaces nothing of the base.
      let inBase = linked.mode == .extending ? linked.base?.collection(for: token)?.members.count ?? 0 : 0
      let answer = below?.answer(token) ?? .none
      let isKnown = if case .all(let all) = answer { all.members.count > inBase } else { answer.isAny }
      guard !linked.isIsolated, !isKnown else { return nil }
      return Finding(
        replacement.ordinal,
        .unknownReplacement(replacement.declaration, replacement.isInProfile, linked.mode))
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
    _ declaration: ReplacementDeclaration, _ isInProfile: Bool, _ mode: Linked.Mode
  ) -> Diagnostic {
    let extending = mode == .extending ? "of the extension " : ""
    let place = isInProfile ? "\(extending)outside of the profile" : "of the base registry"
    return Diagnostic(
      .unknownOverride, at: declaration.location,
      "\(declaration.token) is replaced, but no route \(place) contributes to it",
      detail: "Replaces(\(declaration.token.argument))", remedy: "remove it")
  }
}
