/// A route that provides its configuration has one.
enum MissingConfigurationRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.routes.filter { $0.draft.configuration == nil }.flatMap { route in
      route.draft.moduleProvisions.map {
        Finding(route.ordinal, .missingConfiguration($0.token, route.draft))
      }
    }
  }
}
