import WaymarkRuntime

/// Reports routes that provide a configuration or share instances by its key, but have no configuration.
enum MissingConfigurationRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard !linked.traits.isDisjoint(with: [.plainBindings, .details]) else { return [] }
    return linked.findings { declaration in
      let configuration = declaration.configuration?.type
      let modules = configuration == nil ? declaration.bindings.filter(\.role.isModule) : []
      let missing = modules.map { Diagnostic.missingConfiguration($0.token, declaration) }
      guard let key = declaration.key else { return missing }
      let hasKey = configuration.map { $0 == key.type || Conformance.check($0, as: key.type) == .conforms }
      return hasKey ?? false ? missing : missing + [.keyWithoutConfiguration(key, declaration)]
    }
  }
}

extension Diagnostic {
  fileprivate static func missingConfiguration(_ token: TokenDescription, _ declaration: RouteDeclaration)
    -> Diagnostic
  {
    Diagnostic(
      .missingConfiguration, at: declaration.location,
      "\(route(declaration)) provides \(token), but has no configuration",
      remedy:
        "declare it as Route(\(TypeName.of(declaration.destination)).self, configuration: …)\nremove \(token.expression)"
    )
  }

  fileprivate static func keyWithoutConfiguration(_ key: ConfigurationKey, _ declaration: RouteDeclaration)
    -> Diagnostic
  {
    let type = TypeName.of(key.type)
    let configuration = declaration.configuration.map { "but its configuration is \(TypeName.of($0.type))" }
    return Diagnostic(
      .missingConfiguration, at: declaration.location,
      "\(route(declaration)) is Kept(by:) a property of \(type) \(configuration ?? "but has no configuration")",
      remedy: "declare it with configuration: \(type).init\nremove Kept(by:)")
  }
}
