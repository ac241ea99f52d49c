extension Registry {
  /// Checks declarations in all variants of the application, and returns the image and the findings.
  static func compile(
    _ linked: Linked, _ base: Registry?, name: String?
  ) throws(RegistryError) -> (image: RegistryImage, found: [Diagnostic], variants: [[Profile]: Registry]) {
    let others = OtherVariants(of: linked, extending: base, name: name)
    let (image, alone): (RegistryImage, [Diagnostic])
    do throws(RegistryError) {
      (image, alone) = try compileAlone(linked, base, name: name)
    } catch {
      throw Checker.error(others.adding(to: error.diagnostics, of: linked), linked)
    }
    let found = others.adding(to: alone, of: linked)
    try Checker.stop(at: found, linked)
    return (image, found, others.registries)
  }

  /// Checks declarations with all rules and their modules' own rules, and returns the image and the findings.
  static func compileAlone(
    _ linked: Linked, _ base: Registry?, name: String?
  ) throws(RegistryError) -> (image: RegistryImage, found: [Diagnostic]) {
    var found = try Checker.check(linked)
    let image = linked.image(with: linked.isIsolated ? linked.unimplementedRoutes : [])
    if !linked.modules.isEmpty {
      let checked = Registry(image, of: linked, base, found, name: name, purpose: .check)
      found += linked.modules.flatMap { $0.check(checked) }
      try Checker.stop(at: found, linked)
    }
    return (image, found)
  }
}
