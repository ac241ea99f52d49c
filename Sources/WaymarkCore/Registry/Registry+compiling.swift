extension Registry {
  /// Checks a program with all rules and its modules' own rules, and compiles it.
  static func compile(
    _ program: Program, _ base: Registry?, _ others: [Diagnostic], name: String?
  ) throws(RegistryError) -> (layer: RegistryLayer, found: [Diagnostic]) {
    var found: [Diagnostic]
    do throws(RegistryError) {
      found = try RegistryCompiler.check(program)
    } catch {
      throw others.isEmpty ? error : RegistryCompiler.error(error.diagnostics.adding(others), program)
    }
    let layer = RegistryLayerBuilder(program).layer()
    if !program.modules.isEmpty {
      let checked = Registry(layer, of: program, base, found, name: name, purpose: .check)
      found += program.modules.flatMap { $0.check(checked) }
    }
    found = found.adding(others)
    try RegistryCompiler.stop(at: found, program)
    return (layer, found)
  }

  /// Returns the diagnostics of other variants: each profile, and the application without one.
  static func others(_ program: Program, _ routes: Routes, name: String?) -> [Diagnostic] {
    let varying = program.varyingProfiles
    guard !varying.isEmpty else { return [] }
    let picked = program.profiles.picked.filter(varying.contains)
    let others = ([[]] + varying.map { [$0] }).filter { $0 != picked }
    return others.flatMap { profiles -> [Diagnostic] in
      var selection = program.profiles
      selection.picked = profiles
      let other = Program(routes, mode: .new, base: nil, stage: program.stage, profiles: selection)
      let variant = profiles.first.map { Diagnostic.Variant.profile($0) } ?? .withoutProfile
      do throws(RegistryError) {
        return try compile(other, nil, [], name: name).found.map { $0.found(in: variant) }
      } catch {
        return error.diagnostics.map { $0.found(in: variant) }
      }
    }
  }
}
