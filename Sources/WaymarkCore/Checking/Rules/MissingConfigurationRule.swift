import WaymarkRuntime

/// Reports routes that provide a configuration or share instances by its key, but have no configuration.
enum MissingConfigurationRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard !linked.traits.isDisjoint(with: [.plainBindings, .details]) else { return [] }
    return linked.findings { declaration in
      let configuration = declaration.configuration?.type
      let modules = configuration == nil ? declaration.bindings.filter(\.role.isModule) : []
      let missing = modules.map { binding in
        declaration.problem(
          .missingConfiguration,
          "\(declaration.text) provides \(binding.token), but has no configuration",
          remedy: "declare it as Route(\(TypeName.of(declaration.destination)).self, configuration: …)\n"
            + "remove \(binding.token.expression)")
      }
      guard let key = declaration.key else { return missing }
      let hasKey = configuration.map { $0 == key.type || Conformance.check($0, as: key.type) == .conforms }
      guard hasKey != true else { return missing }
      let type = TypeName.of(key.type)
      let other = configuration.map { "but its configuration is \(TypeName.of($0))" }
      let keyed = declaration.problem(
        .missingConfiguration,
        "\(declaration.text) is Kept(by:) a property of \(type) \(other ?? "but has no configuration")",
        remedy: (configuration.map { "write Kept(by: \\\(TypeName.of($0)).…)" }
          ?? "declare it with configuration: \(type).init") + "\nremove Kept(by:)")
      return missing + [keyed]
    }
  }
}
