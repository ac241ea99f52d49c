/// The profiles of the ``When`` blocks that enclose a declaration.
final class ProfileCondition: Sendable {
  /// The profiles of each block, the innermost last.
  ///
  /// One profile of each block has to be picked.
  private let blocks: [[Profile]]

  init(_ profiles: [Profile], inside outer: ProfileCondition?) {
    blocks = (outer?.blocks ?? []) + [profiles]
  }

  /// Returns whether the declaration is used in a registry for some profiles.
  func holds(for picked: [Profile]) -> Bool {
    blocks.allSatisfy { block in block.contains { picked.contains($0) } }
  }

  /// Returns the profiles, among some, that the blocks name.
  func profiles(among picked: [Profile]) -> [Profile] {
    picked.filter { profile in blocks.contains { $0.contains(profile) } }
  }

  /// Returns whether two declarations are used for different profiles of those that are picked.
  func isDisjoint(with other: ProfileCondition, among picked: [Profile]) -> Bool {
    let others = other.profiles(among: picked)
    return !profiles(among: picked).contains { others.contains($0) }
  }

  /// The innermost profiles.
  var innermost: [Profile] { blocks.last ?? [] }

  /// The innermost block as it's written: `When("preview")`.
  var text: String { "When(\(innermost.map { "\"\($0)\"" }.joined(separator: ", ")))" }
}

/// The profiles of a registry.
struct PickedProfiles: Sendable {
  /// The profiles for which the registry is created, each once.
  var picked: [Profile] = []
  /// The profiles that its declarations name.
  var known: [Profile] = []
  /// The location at which they're picked; nil if none is.
  var location: DeclarationLocation?

  init() {}

  /// Picks profiles.
  init(_ profiles: [Profile], at location: DeclarationLocation) {
    for profile in profiles where !picked.contains(profile) { picked.append(profile) }
    self.location = location
  }

  /// Returns the profiles, with those that more declarations name.
  func adding(_ profiles: [Profile]) -> PickedProfiles {
    var all = self
    for profile in profiles where !known.contains(profile) { all.known.append(profile) }
    return all
  }
}

/// Something that two of the picked profiles provide.
struct ProfileConflict {
  /// A declaration that provides it.
  struct Side {
    let ordinal: Int
    /// The beginning of the declaration: `Route(Editor)`.
    let text: String
    let location: DeclarationLocation
    let condition: ProfileCondition
  }

  /// The token, or the key of a contribution, that both declare, as it's written.
  let subject: String
  let first: Side
  let second: Side
}
