/// Reports routes that provide a configuration without having one.
enum MissingConfigurationRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.plainBindings) else { return [] }
    return program.routes.filter { $0.declaration.configuration == nil }.flatMap { route in
      route.declaration.bindings.filter(\.role.isModule).map {
        Finding(route.ordinal, .missingConfiguration($0.token, route.declaration))
      }
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
        "declare it as Route(\(TypeName.of(declaration.destination)).self, configuration: …), or remove \(token)()"
    )
  }
}
