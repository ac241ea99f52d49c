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
