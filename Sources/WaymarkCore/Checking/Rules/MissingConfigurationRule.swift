import WaymarkRuntime

/// Reports routes that provide a configuration or share instances by its key, but have no configuration.
enum MissingConfigurationRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    (linked.traits.contains(.plainBindings) ? missing(linked) : [])
      + (linked.traits.contains(.details) ? keys(linked) : [])
  }

  private static func missing(_ linked: Linked) -> [Finding] {
    linked.routes.filter { $0.declaration.configuration == nil }.flatMap { route in
      route.declaration.bindings.filter(\.role.isModule).map {
        Finding(route.ordinal, .missingConfiguration($0.token, route.declaration))
      }
    }
  }

  private static func keys(_ linked: Linked) -> [Finding] {
    linked.routes.compactMap { route in
      let declaration = route.declaration
      guard let key = declaration.key else { return nil }
      if let type = declaration.configuration?.type,
        type == key.type || Conformance.check(type, as: key.type) == .conforms
      {
        return nil
      }
      return Finding(route.ordinal, .keyWithoutConfiguration(key, declaration))
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
