// The routes in progress when an error occurred.
extension RouteError {
  /// The routes in progress, innermost first.
  public var path: [Step] { routes.map { Step($0) } }

  /// Returns whether the error occurred in this route or a dependency.
  func hasPassed(through route: CompiledRoute) -> Bool { routes.contains { $0 === route } }

  /// The first route in the path of which the root keeps the instance.
  package var firstKeptByRoot: CompiledRoute? { routes.first { $0.declaration.isKeptByRoot } }
}

extension RouteError.Step {
  package init(_ route: CompiledRoute) {
    let declaration = route.declaration
    self.init(destination: TypeName.of(declaration.destination), location: declaration.location)
  }
}
