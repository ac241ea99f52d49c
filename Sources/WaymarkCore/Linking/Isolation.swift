import WaymarkRuntime

/// The settings of a module that a test compiles alone and that can lack dependencies.
package struct Isolation: Sendable {
  /// A function that returns the value of a `@Routed` property without a provider, or nil.
  package typealias Placeholder =
    @Sendable (_ type: Any.Type, _ error: RouteError, _ location: DeclarationLocation) -> Any?

  /// A function that returns the value of a parameter that nothing provides, or nil.
  package typealias Parameter = @Sendable (_ type: Any.Type) -> Any?

  let placeholder: Placeholder
  let parameter: Parameter
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
