import WaymarkRuntime

// The dependencies that an isolated module lacks: placeholders for the module's routes, and errors.
extension Registry {
  /// Compiles one module alone, for tests, with missing dependencies that throw an error on use.
  package static func isolating(
    _ routes: Routes,
    placeholder: @escaping Isolation.Placeholder = { _, error, _ throws(RouteError) in throw error },
    parameter: @escaping Isolation.Parameter = { _ in nil }
  ) throws(RegistryError) -> Registry {
    let isolation = Isolation(placeholder: placeholder, parameter: parameter)
    let linked = Linked(routes, mode: .new, base: nil, isolation: isolation)
    return Registry(try Parts(compiling: linked, base: nil, name: nil))
  }

  /// Whether a test has compiled this registry from one module.
  package var isIsolated: Bool { propertiesReference.read { $0.isolation != nil } }

  /// Returns the placeholder of a token's type for a route that depends on it, or for an override of its members.
  ///
  /// - Parameter token: The token that nothing provides.
  /// - Throws: `unimplemented` if the type has no placeholder, or if the test itself requested it.
  func placeholder<Requested>(for token: TokenDescription) throws(RouteError) -> Requested {
    guard !RouteError.routesBeingMade.isEmpty || image.decorators(of: token).contains(where: \.isOverride),
      let placeholder = placeholder(ofParameter: Requested.self) as? Requested
    else { throw RouteError.unimplemented(token, in: self) }
    return placeholder
  }

  private func placeholder(ofParameter type: Any.Type) -> Any? { properties.isolation?.parameter(type) }

  /// Returns the dependencies that a route and its dependencies lack, each once, the route's own first.
  fileprivate func dependencies(lackedBy route: CompiledRoute) -> [TokenDescription] {
    let network = Network(image, of: [route])
    var seen: Set<Int> = []
    return network.edges.joined().compactMap { edge in
      guard !edge.dependency.isOptional, seen.insert(edge.target).inserted,
        let token = network.nodes[edge.target].declaration.unimplementedToken,
        placeholder(ofParameter: token.type) == nil
      else { return nil }
      return token
    }
  }
}

extension RouteDeclaration {
  /// Returns the placeholder route for a token, at the location of the declaration that needs it.
  ///
  /// Its factory returns the placeholder of the type to the module's own routes, or throws an error.
  static func unimplemented(
    _ token: TokenDescription, at location: DeclarationLocation
  ) -> RouteDeclaration {
    func route<Requested>(_: Requested.Type) -> RouteDeclaration {
      guard token.role.isModule else {
        let make = MakeFunction<Requested> { registry, _ in try registry.placeholder(for: token) }
        return RouteDeclaration(token, .unimplemented(token), location, make)
      }
      let configuration = ConfigurationFactory { () throws -> Requested in
        throw RouteError.unimplemented(token, in: nil)
      }
      let factory = Factory(
        configuration, make: { (configuration: Requested, _) in configuration }, prepare: nil)
      let mark = RouteEntryValue(feature: RouteMark.unimplemented(token))
      let entries = [RouteEntryValue(.binding(Binding(token))), mark]
      return RouteDeclaration(token.role.kind, Requested.self, InlineList(entries), factory, location)
    }
    return _openExistential(token.type, do: route)
  }
}

extension Linked {
  /// The placeholder routes of an isolated module, one for each missing token.
  var unimplementedRoutes: [RouteDeclaration] {
    var seen: Set<TokenDescription> = []
    var found: [RouteDeclaration] = []
    func add(_ token: TokenDescription, _ location: DeclarationLocation) {
      guard !image.answer(token).isProvided, seen.insert(token).inserted else { return }
      found.append(.unimplemented(token, at: location))
    }
    for node in network.nodes where node.ordinal != nil {
      for dependency in node.dependencies where !dependency.isOptional && dependency.collection == nil {
        guard !image.answer(dependency).isProvided else { continue }
        // A view's route resolves a service first, so a test can replace it with either kind.
        if let token = dependency.candidates.last, !token.role.isCollection {
          add(token, node.declaration.location)
        }
      }
    }
    for adapter in adapters { add(adapter.declaration.provided, adapter.declaration.location) }
    for decorator in decorators { add(decorator.declaration.token, decorator.declaration.location) }
    return found
  }
}

extension RouteError {
  /// Creates the error for a dependency that an isolated module needs and others provide.
  ///
  /// - Parameters:
  ///   - token: The token that nothing provides.
  ///   - registry: The registry of the module, to find what the requested route lacks besides; nil if it isn't known.
  static func unimplemented(_ token: TokenDescription, in registry: Registry?) -> RouteError {
    let routes = routesBeingMade.filter { $0.declaration.collection == nil }
    let others = routes.last.flatMap { registry?.dependencies(lackedBy: $0) } ?? []
    // A closure may request more than a declaration shows.
    let lacking = others.contains(token) ? others : [token] + others
    guard lacking.count > 1, let requested = routes.last else {
      let who = routes.first.map { "\(Step($0)) needs it" } ?? "the test requested it"
      return here(
        .unimplemented, "\(token) is not implemented, because the module is isolated, and \(who)",
        remedy: "provide it with .overriding { … }")
    }
    let list =
      lacking.dropLast().map(\.description).joined(separator: ", ")
      + "\(lacking.count > 2 ? "," : "") and \(lacking[lacking.count - 1])"
    return here(
      .unimplemented,
      "\(list) are not implemented, because the module is isolated, and \(Step(requested)) needs them",
      remedy: "provide them with .overriding { … }")
  }
}
