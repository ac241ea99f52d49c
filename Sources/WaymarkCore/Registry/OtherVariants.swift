/// The findings in the other variants of an application: each profile, and the application without one.
struct OtherVariants {
  /// The registries of the variants, to check the extensions of an early one.
  private(set) var registries: [RegistryProperties.Variant] = []
  private var diagnostics: [Diagnostic] = []
  /// The notes about unused acceptances that a variant doesn't have because it uses the acceptances.
  private var omittedNotes: [Diagnostic] = []

  /// Checks the declarations of a registry in other variants, those of an extension together with its base.
  init(of linked: Linked, extending base: Registry?, name: String?) {
    let varying = linked.varyingProfiles(extending: base?.properties)
    guard !varying.isEmpty, linked.mode != .overriding, !linked.isIsolated else { return }
    let picked = linked.profiles.picked.filter(varying.contains)
    for profiles in [[]] + varying.map({ [$0] }) where profiles != picked {
      let variant = base?.variant(for: profiles)
      if base != nil, variant == nil { continue }
      let other = linked.with(profiles, base: variant?.image)
      let found: [Diagnostic]
      do throws(RegistryError) {
        let image: RegistryImage
        (image, found) = try Registry.compile(other, variant, name: name)
        if linked.stage == .early {
          let properties = RegistryProperties.adding(found, of: other, name: name, to: variant?.properties)
          let registry = Registry(Registry.Parts(image, properties), purpose: .check)
          registries.append(RegistryProperties.Variant(profiles: profiles, registry: registry))
        }
      } catch {
        found = error.diagnostics
      }
      let difference = profiles.first.map { Diagnostic.Variant.profile($0) } ?? .withoutProfile
      diagnostics += found.map { $0.found(in: difference) }
      omittedNotes += other.omittedNotes(found)
    }
  }

  /// Returns a registry's diagnostics followed by the ones that only other variants have.
  ///
  /// An acceptance is unused if no variant uses it.
  func adding(to found: [Diagnostic], of linked: Linked) -> [Diagnostic] {
    guard !diagnostics.isEmpty || !omittedNotes.isEmpty else { return found }
    let omitted = omittedNotes + linked.omittedNotes(found)
    return found.adding(diagnostics).filter {
      $0.code != .unusedAcceptance || !omitted.contains($0.found(in: nil))
    }
  }
}

extension Registry {
  /// Returns this root as an application with other profiles has it, or nil if that isn't known.
  fileprivate func variant(for profiles: [Profile]) -> Registry? {
    let own = profiles.filter(properties.varyingProfiles.contains)
    if own == self.profiles.filter(properties.varyingProfiles.contains) { return self }
    return properties.variants.first { $0.profiles == own }?.registry
  }
}
