/// The variants of a registry that profiles change, to check its extensions in all of them.
struct RegistryVariants: Sendable {
  /// A root in another variant.
  ///
  /// It isn't a registry, because a registry's slots are a user of the base's slots.
  struct Root: Sendable {
    let image: RegistryImage
    let properties: RegistryProperties
  }

  /// The profiles with declarations of their own.
  fileprivate let profiles: [Profile]
  /// The profiles among them that the registry has.
  fileprivate let picked: [Profile]
  /// The image of the registry.
  ///
  /// A simple override has the same properties and another image. Its variants aren't known.
  fileprivate let image: RegistryImage
  /// The registry in its other variants, if it's early.
  fileprivate let others: [[Profile]: Root]

  /// Returns the variants of a registry, or nil if no profile changes it.
  init?(of linked: Linked, _ image: RegistryImage, _ base: RegistryVariants?, _ others: OtherVariants) {
    profiles = Self.profiles(of: linked, base)
    guard !profiles.isEmpty else { return nil }
    picked = linked.profiles.picked.filter(profiles.contains)
    self.image = image
    self.others = others.roots
  }

  /// Returns the profiles with declarations of their own in a program or its base.
  fileprivate static func profiles(of linked: Linked, _ base: RegistryVariants?) -> [Profile] {
    linked.varyingProfiles.reduce(into: base?.profiles ?? []) { all, profile in
      if !all.contains(profile) { all.append(profile) }
    }
  }
}

/// The findings in the other variants of an application: each profile, and the application without one.
struct OtherVariants {
  /// An early registry in its other variants, for the check of its extensions.
  fileprivate var roots: [[Profile]: RegistryVariants.Root] = [:]
  fileprivate var diagnostics: [Diagnostic] = []
  /// The notes about unused acceptances that a variant doesn't have because it uses the acceptances.
  fileprivate var omittedNotes: Set<Diagnostic> = []

  /// Returns a program's diagnostics followed by the ones that only other variants have.
  ///
  /// An acceptance is unused if no variant uses it.
  func adding(to found: [Diagnostic], of linked: Linked) -> [Diagnostic] {
    guard !diagnostics.isEmpty || !omittedNotes.isEmpty else { return found }
    let omitted = omittedNotes.union(Suppression.omittedNotes(of: linked, found))
    return found.adding(diagnostics).filter {
      $0.code != .unusedAcceptance || !omitted.contains($0.found(in: nil))
    }
  }
}

extension Registry {
  /// Returns the findings in other variants, of an extension together with its base.
  static func others(_ routes: Routes, _ linked: Linked, extending base: Registry? = nil, name: String?)
    -> OtherVariants
  {
    var all = OtherVariants()
    let varying = RegistryVariants.profiles(of: linked, base?.properties.variants)
    guard !varying.isEmpty, !linked.isIsolated else { return all }
    let picked = linked.profiles.picked.filter(varying.contains)
    for profiles in [[]] + varying.map({ [$0] }) where profiles != picked {
      let variant = base?.variant(for: profiles)
      if base != nil, variant == nil { continue }
      var selection = linked.profiles
      selection.picked = profiles
      let other = Linked(
        routes, mode: linked.mode, base: variant?.image, stage: linked.stage, profiles: selection)
      let found: [Diagnostic]
      do throws(RegistryError) {
        let image: RegistryImage
        (image, found) = try compile(other, variant, OtherVariants(), name: name)
        if linked.stage == .early {
          let properties = RegistryProperties.adding(
            found, of: other, image, name: name, to: variant?.properties)
          all.roots[profiles] = RegistryVariants.Root(image: image, properties: properties)
        }
      } catch {
        found = error.diagnostics
      }
      let difference = profiles.first.map { Diagnostic.Variant.profile($0) } ?? .withoutProfile
      all.diagnostics += found.map { $0.found(in: difference) }
      all.omittedNotes.formUnion(Suppression.omittedNotes(of: other, found))
    }
    return all
  }

  /// Returns this root as an application with other profiles has it, or nil if that isn't known.
  private func variant(for profiles: [Profile]) -> Registry? {
    guard let variants = properties.variants else { return self }
    let own = profiles.filter(variants.profiles.contains)
    if own == variants.picked { return self }
    return variants.image === image ? variants.others[own].map { Registry($0) } : nil
  }
}
