extension Registry {
  /// Checks a program with all rules and its modules' own rules, and compiles it.
  static func compile(
    _ linked: Linked, _ base: Registry?, _ others: OtherVariants, name: String?
  ) throws(RegistryError) -> (image: RegistryImage, found: [Diagnostic]) {
    var found: [Diagnostic]
    do throws(RegistryError) {
      found = try Checker.check(linked)
    } catch {
      let all = others.adding(to: error.diagnostics, of: linked)
      throw all == error.diagnostics ? error : Checker.error(all, linked)
    }
    let image = linked.image(with: linked.isIsolated ? linked.unimplementedRoutes : [])
    if !linked.modules.isEmpty {
      let checked = Registry(image, of: linked, base, found, name: name, purpose: .check)
      found += linked.modules.flatMap { $0.check(checked) }
    }
    found = others.adding(to: found, of: linked)
    try Checker.stop(at: found, linked)
    return (image, found)
  }
}
