/// Reports picked profiles that no declaration names, unless an extension can still name them.
enum UnknownProfileRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    let isNew = linked.mode == .new || linked.mode == .extending && linked.base?.stage == .early
    guard isNew, linked.stage == .complete, let location = linked.profiles.location else { return [] }
    let known = linked.profiles.known
    let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
    return linked.profiles.picked.filter { !known.contains($0) }.map { profile in
      let near = near(profile.name, among: known.map(\.name)).map { "did you mean \"\($0)\"?\n" }
      let diagnostic = Diagnostic(
        .unknownProfile, at: location,
        "the registry is created for the profile \"\(profile)\", which no When names",
        detail: known.isEmpty ? nil : "known profiles: \(names)",
        remedy: (near ?? "") + "declare routes for it in When\n"
          + "add When(Profile(\"\(profile)\")) {} if the profile replaces nothing")
      return Finding(-1, diagnostic)
    }
  }

  /// Returns the profile that a misspelled or shortened name probably means, if any.
  private static func near(_ name: String, among known: [String]) -> String? {
    if let near = NearMiss.of(name, among: known) { return near }
    guard name.count > 2 else { return nil }
    let short = name.lowercased()
    return known.first { other in
      let other = other.lowercased()
      return other.hasPrefix(short) || other.count > 2 && short.hasPrefix(other)
    }
  }
}

/// Reports declarations of one token, name, or contribution in several picked profiles.
enum ConflictingProfilesRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.profiles.picked.count > 1 else { return [] }
    let provided: [Conflict] = linked.repeatedChanges.map { change, first in
      ("\(change.token)", first.source, change.source)
    }
    let names = linked.routes.filter(\.isInProfile).flatMap { route in
      route.declaration.names.map { (name: $0, route: route) }
    }
    let named: [Conflict] = names.repeated { $0.name }.map {
      ($0.later.name.declaration, .route($0.first.route), .route($0.later.route))
    }
    let contributed = linked.collections.flatMap { plan in
      plan.repeated.compactMap { element, first -> Conflict? in
        guard let later = element.declared, let first = first.declared else { return nil }
        return ("\"\(element.key ?? "")\" of \(plan.token)", .route(first), .route(later))
      }
    }
    return (provided + named + contributed).filter {
      linked.areDisjoint($0.first.condition, $0.second.condition)
    }.map { finding($0, among: linked.profiles.picked) }
  }

  private static func finding(_ conflict: Conflict, among picked: [Profile]) -> Finding {
    func names(_ side: Change.Source) -> String {
      (side.condition?.profiles(among: picked) ?? []).map { "\"\($0)\"" }.joined(separator: ", ")
    }
    func place(_ side: Change.Source) -> String? { side.condition.map { "\(side.text) is in \($0.text)" } }
    let (subject, first, second) = conflict
    return second.finding(
      .conflictingProfiles,
      "the registry is created for \(names(first)) and \(names(second)), and both provide \(subject)",
      detail: place(second), related: place(first).map { [first.related($0)] } ?? [],
      remedy: "pick one of the profiles\ndeclare their common token once, in When with both of them")
  }
}

/// The source text of an item, and the two declarations in profiles that provide it.
private typealias Conflict = (subject: String, first: Change.Source, second: Change.Source)
