import WaymarkRuntime

// The messages of errors in the registry of an isolated module.
extension RouteError {
  /// Creates the error for something that an isolated module needs and others provide.
  static func unimplemented(_ token: TokenDescription) -> RouteError {
    let routes = ResolutionStack.all.compactMap { $0.subject as? CompiledRoute }
    let asker = routes.first { !$0.isHole && $0.declaration.collection == nil }
    let who = asker.map { "\(Step($0)) needs it" } ?? "the test requested it"
    return here(
      .unimplemented, "\(token) is not implemented, because the module is isolated; \(who)",
      remedy: "provide it with .overriding { … }")
  }
}
