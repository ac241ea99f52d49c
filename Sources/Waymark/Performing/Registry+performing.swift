extension Registry {
  /// The interceptors of a route: those of the registry first.
  func interceptors(of route: CompiledRoute) -> [Intercepts] {
    handlers(Intercepts.self) + route.declaration.features(Intercepts.self)
  }
}

extension RouteDeclaration {
  /// The kinds of path along which the route can be shown; nil where any will do.
  var supportedKinds: [RoutePath.Kind]? {
    let entries = features(Supports.self)
    return entries.isEmpty ? nil : entries.flatMap(\.kinds)
  }
}
