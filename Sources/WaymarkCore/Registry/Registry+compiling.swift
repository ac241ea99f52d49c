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
}
