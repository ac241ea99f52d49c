/// Reports picked profiles that no declaration names, unless an extension can still name them.
enum UnknownProfileRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    let isNew = program.mode == .new || program.mode == .extending && program.base?.stage == .early
    guard isNew, program.stage == .complete, let location = program.profiles.location else { return [] }
    let known = program.profiles.known
    return program.profiles.picked.filter { !known.contains($0) }.map {
      Finding(-1, .unknownProfile($0, known, at: location))
    }
  }
}

/// Reports conflicts between the picked profiles.
enum ConflictingProfilesRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.profiles.picked.count > 1 else { return [] }
    let contributed = program.collections.flatMap { plan in
      plan.repeated.compactMap { element, first in program.conflict(of: element, first, plan.token) }
    }
    return (program.conflicts + contributed).map { conflict in
      Finding(conflict.second.ordinal, .conflictingProfiles(conflict, among: program.profiles.picked))
    }
  }
}

extension Program {
  func isConflict(_ element: CollectionPlan.Element, _ first: CollectionPlan.Element) -> Bool {
    guard let own = element.condition, let other = first.condition else { return false }
    return own.isDisjoint(with: other, among: profiles.picked)
  }

  /// Returns the conflict of two contributions with one key, or nil if they don't belong to different profiles.
  fileprivate func conflict(
    of element: CollectionPlan.Element, _ first: CollectionPlan.Element, _ token: TokenDescription
  ) -> ProfileConflict? {
    func side(_ element: CollectionPlan.Element) -> ProfileConflict.Side? {
      guard let condition = element.condition, let ordinal = element.ordinal else { return nil }
      return ProfileConflict.Side(
        ordinal: ordinal, text: Diagnostic.route(element.route), location: element.route.location,
        condition: condition)
    }
    guard isConflict(element, first), let first = side(first), let second = side(element) else { return nil }
    return ProfileConflict(
      subject: "\"\(element.key ?? "")\" of \(token)", first: first, second: second)
  }
}

extension Diagnostic {
  fileprivate static func unknownProfile(
    _ profile: Profile, _ known: [Profile], at location: DeclarationLocation
  ) -> Diagnostic {
    let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
    let near = near(profile.name, among: known.map(\.name))
    let declare =
      "declare Profiles(Profile(\"\(profile)\")) if the profile replaces nothing\ndeclare routes for it in When"
    return Diagnostic(
      .unknownProfile, at: location,
      "the registry is created for the profile \"\(profile)\", which no When or Profiles names",
      detail: known.isEmpty ? nil : "the profile\(known.count == 1 ? " is" : "s are") \(names)",
      remedy: near.map { "did you mean \"\($0)\"?\n\(declare)" } ?? declare)
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

  fileprivate static func conflictingProfiles(
    _ conflict: ProfileConflict, among picked: [Profile]
  ) -> Diagnostic {
    func names(_ side: ProfileConflict.Side) -> String {
      side.condition.profiles(among: picked).map { "\"\($0)\"" }.joined(separator: ", ")
    }
    let (first, second) = (conflict.first, conflict.second)
    return Diagnostic(
      .conflictingProfiles, at: second.location,
      "the registry is created for \(names(first)) and \(names(second)), and both provide \(conflict.subject)",
      detail: "\(second.text) is in \(second.condition.text)",
      related: [Related(location: first.location, message: "\(first.text) is in \(first.condition.text)")],
      remedy: "pick one of the profiles\ndeclare their common token once, in When with both of them")
  }
}
