/// The findings in the other variants of an application: each profile, and the application without one.
struct OtherVariants {
  fileprivate var diagnostics: [Diagnostic] = []
  /// The notes about unused acceptances that a variant doesn't have because it uses the acceptances.
  fileprivate var omittedNotes: Set<Diagnostic> = []

  /// Returns a program's diagnostics followed by the ones that only other variants have.
  ///
  /// An acceptance is unused if no variant uses it.
  fileprivate func adding(to found: [Diagnostic], of program: Program) -> [Diagnostic] {
    guard !diagnostics.isEmpty || !omittedNotes.isEmpty else { return found }
    let omitted = omittedNotes.union(Suppression.omittedNotes(of: program, found))
    return found.adding(diagnostics).filter {
      $0.code != .unusedAcceptance || !omitted.contains($0.found(in: nil))
    }
  }
}

extension Registry {
  /// Checks a program with all rules and its modules' own rules, and compiles it.
  static func compile(
    _ program: Program, _ base: Registry?, _ others: OtherVariants, name: String?
  ) throws(RegistryError) -> (layer: RegistryLayer, found: [Diagnostic]) {
    var found: [Diagnostic]
    do throws(RegistryError) {
      found = try RegistryCompiler.check(program)
    } catch {
      let all = others.adding(to: error.diagnostics, of: program)
      throw all == error.diagnostics ? error : RegistryCompiler.error(all, program)
    }
    let layer = RegistryLayerBuilder(program).layer()
    if !program.modules.isEmpty {
      let checked = Registry(layer, of: program, base, found, name: name, purpose: .check)
      found += program.modules.flatMap { $0.check(checked) }
    }
    found = others.adding(to: found, of: program)
    try RegistryCompiler.stop(at: found, program)
    return (layer, found)
  }

  /// Returns the findings in other variants.
  static func others(_ program: Program, _ routes: Routes, name: String?) -> OtherVariants {
    var all = OtherVariants()
    let varying = program.varyingProfiles
    guard !varying.isEmpty else { return all }
    let picked = program.profiles.picked.filter(varying.contains)
    for profiles in [[]] + varying.map({ [$0] }) where profiles != picked {
      var selection = program.profiles
      selection.picked = profiles
      let other = Program(routes, mode: .new, base: nil, stage: program.stage, profiles: selection)
      let variant = profiles.first.map { Diagnostic.Variant.profile($0) } ?? .withoutProfile
      let found: [Diagnostic]
      do throws(RegistryError) {
        found = try compile(other, nil, OtherVariants(), name: name).found
      } catch {
        found = error.diagnostics
      }
      all.diagnostics += found.map { $0.found(in: variant) }
      all.omittedNotes.formUnion(Suppression.omittedNotes(of: other, found))
    }
    return all
  }
}
