/// Reports picked profiles that no declaration names, unless an extension can still name them.
enum UnknownProfileRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    let isNew = linked.mode == .new || linked.mode == .extending && linked.base?.stage == .early
    guard isNew, linked.stage == .complete, let location = linked.profiles.location else { return [] }
    let known = linked.profiles.known
    return linked.profiles.picked.filter { !known.contains($0) }.map {
      Finding(-1, .unknownProfile($0, known, at: location))
    }
  }
}

/// Reports declarations of one token, name, or contribution in several picked profiles.
enum ConflictingProfilesRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.profiles.picked.count > 1 else { return [] }
    let provided: [Conflict] = linked.repeatedChanges.map { change, first in
      ("\(change.token)", Side(first), Side(change))
    }
    let contributed = linked.collections.flatMap { plan in
      plan.repeated.compactMap { element, first -> Conflict? in
        element.ordinal.map { ordinal in
          (
            "\"\(element.key ?? "")\" of \(plan.token)",
            Side(first.ordinal ?? -1, first.route, first.condition),
            Side(ordinal, element.route, element.condition)
          )
        }
      }
    }
    return (provided + named(linked) + contributed).filter {
      linked.areDisjoint($0.first.condition, $0.second.condition)
    }.map { Finding($0.second.ordinal, .conflictingProfiles($0, among: linked.profiles.picked)) }
  }

  private static func named(_ linked: Linked) -> [Conflict] {
    var first: [RouteName: Side] = [:]
    return linked.routes.filter(\.isInProfile).flatMap { route in
      route.declaration.names.compactMap { name in
        let side = Side(route.ordinal, route.declaration, route.condition)
        guard let earlier = first[name] else {
          first[name] = side
          return nil
        }
        return (name.declaration, earlier, side)
      }
    }
  }
}

/// The source text of an item, and the two declarations in profiles that provide it.
private typealias Conflict = (subject: String, first: Side, second: Side)

private struct Side {
  let ordinal: Int
  /// The beginning of the declaration: `Route(Editor)`.
  let text: String
  let location: DeclarationLocation
  let condition: ProfileCondition?

  init(_ change: Change) {
    (ordinal, text, location, condition) = (change.ordinal, change.text, change.location, change.condition)
  }

  init(_ ordinal: Int, _ declaration: RouteDeclaration, _ condition: ProfileCondition?) {
    (self.ordinal, self.condition) = (ordinal, condition)
    (text, location) = (Diagnostic.route(declaration), declaration.location)
  }
}

extension Diagnostic {
  fileprivate static func unknownProfile(
    _ profile: Profile, _ known: [Profile], at location: DeclarationLocation
  ) -> Diagnostic {
    let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
    let near = near(profile.name, among: known.map(\.name))
    let declare =
      "declare routes for it in When\nadd When(Profile(\"\(profile)\")) {} if the profile replaces nothing"
    return Diagnostic(
      .unknownProfile, at: location,
      "the registry is created for the profile \"\(profile)\", which no When names",
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
    _ conflict: Conflict, among picked: [Profile]
  ) -> Diagnostic {
    func names(_ side: Side) -> String {
      (side.condition?.profiles(among: picked) ?? []).map { "\"\($0)\"" }.joined(separator: ", ")
    }
    let (first, second) = (conflict.first, conflict.second)
    return Diagnostic(
      .conflictingProfiles, at: second.location,
      "the registry is created for \(names(first)) and \(names(second)), and both provide \(conflict.subject)",
      detail: second.condition.map { "\(second.text) is in \($0.text)" },
      related: first.condition.map {
        [Related(location: first.location, message: "\(first.text) is in \($0.text)")]
      } ?? [],
      remedy: "pick one of the profiles\ndeclare their common token once, in When with both of them")
  }
}
