/// Reports replacements of collections without contributions.
enum UnknownReplacementRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.replacements.compactMap { replacement, below in
      let token = replacement.declaration.token
      let entry = "Replaces(\(token.argument))"
      guard replacement.isInProfile || linked.mode == .overriding else {
        return replacement.misplaced(entry)
      }
      // Another rule reports an unnamed token that refers to several collections.
      // A profile of an extension replaces nothing of the base.
      let inBase = linked.mode == .extending ? linked.base?.collection(for: token)?.members.count ?? 0 : 0
      let answer = below?.answer(token) ?? .none
      let isKnown = if case .all(let all) = answer { all.members.count > inBase } else { answer.isAny }
      guard !linked.isIsolated, !isKnown else { return nil }
      let extending = linked.mode == .extending ? "of the extension " : ""
      let place = replacement.isInProfile ? "\(extending)outside of the profile" : "of the base registry"
      return replacement.finding(
        .unknownOverride, "\(token) is replaced, but no route \(place) contributes to it", detail: entry,
        remedy: "remove it")
    }
  }
}
