import WaymarkRuntime

// The routes in progress when an error occurred.
extension RouteError {
  /// Returns whether the error's path, which has no placeholder's route, needs no step for a route.
  func hasPassed(through route: CompiledRoute) -> Bool {
    route.isUnimplemented || routes.contains { $0 === route }
  }

  /// The first route in the path of which the root keeps the instance.
  package var firstKeptByRoot: CompiledRoute? { routes.first { $0.declaration.isKeptByRoot } }
}

extension RouteError {
  /// Creates an error with the routes that this thread is creating as its path.
  @inline(never)
  package static func here(
    _ code: Code, _ message: String, remedy: String? = nil, underlying: (any Error)? = nil
  ) -> RouteError {
    RouteError(code, message, remedy: remedy, underlying: underlying, routes: routesBeingMade)
  }

  /// Creates an error with a remedy that takes a search, at each read of it.
  static func here(_ code: Code, _ message: String, remedy: @escaping @Sendable () -> String) -> RouteError {
    RouteError(code, message, searching: remedy, routes: routesBeingMade)
  }

  /// The routes that this thread is making, the innermost first.
  ///
  /// A message names the dependency that a placeholder's route stands for.
  static var routesBeingMade: [CompiledRoute] {
    ResolutionStack.all.compactMap { $0.subject as? CompiledRoute }.filter { !$0.isUnimplemented }
  }
}

// MARK: - The errors of a route's steps

extension CompiledRoute {
  /// A creation step that runs a user's closure, with the closure's name in messages.
  package enum Step: String {
    case configuring = "configuration"
    case making = "factory"
    case converting = "conversion"
    case decorating = "decorator"
    case preparing = "preparation"
  }
}

/// An error of a conversion or a decorator, distinguished from one of the factory if both run as one function.
struct StepFailure: Error {
  let step: CompiledRoute.Step
  let underlying: any Error

  init(_ step: CompiledRoute.Step, _ underlying: any Error) {
    self.step = step
    self.underlying = underlying
  }
}

extension RouteError {
  package static func destinationMismatch(_ value: Any, as expected: Any.Type) -> RouteError {
    here(
      .destinationMismatch,
      "a value of type \(TypeName.of(type(of: value))) was found where \(TypeName.of(expected)) is expected",
      remedy: "use a value of the type that the route makes")
  }

  fileprivate static func failed(
    _ step: CompiledRoute.Step, of route: CompiledRoute, underlying: any Error
  ) -> RouteError {
    let name = TypeName.of(route.declaration.destination)
    return here(
      step == .preparing ? .preparationFailed : .factoryFailed,
      "the \(step.rawValue) of \(name) failed: \(detail(of: underlying))", remedy: remedy(of: underlying),
      underlying: underlying)
  }
}

extension CompiledRoute {
  /// Returns the route's error for an error of a user's closure.
  package func failure(_ error: any Error, of step: Step) -> RouteError {
    if let failure = error as? StepFailure { return self.failure(failure.underlying, of: failure.step) }
    if let error = error as? RouteError {
      if error.hasPassed(through: self) { return error }
      // An error of the parameters is complete except for the route.
      if error.isOfParameter {
        let error = RouteError.here(
          error.code, error.message, remedy: error.remedy, underlying: error.underlying)
        return error.hasPassed(through: self) ? error : error.needed(by: [self])
      }
    }
    return RouteError.failed(step, of: self, underlying: error).following(error)
  }
}

extension RouteError.Step {
  package init(_ route: CompiledRoute) {
    let declaration = route.declaration
    self.init(destination: TypeName.of(declaration.destination), location: declaration.location)
  }
}
