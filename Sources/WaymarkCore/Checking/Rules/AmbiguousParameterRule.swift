/// Reports parameters of a view's route or decorator with a type that's registered both as a view and as a service.
enum AmbiguousParameterRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    declared(linked) + inBase(linked)
  }

  private static func declared(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.dependencies) else { return [] }
    return linked.network.nodes.flatMap { node -> [Finding] in
      guard let ordinal = node.ordinal else { return [] }
      return ambiguousParameters(of: node.declaration, linked).map { index, found in
        Finding(ordinal, diagnostic(index, node.declaration, found))
      }
    }
  }

  /// Checks whether a new token makes parameters of the base's routes ambiguous.
  private static func inBase(_ linked: Linked) -> [Finding] {
    guard linked.mode == .extending else { return [] }
    let added = linked.provided.filter { provided in
      provided.token.ofOtherKind.map { linked.image.answer($0).isAny } ?? false
    }
    guard !added.isEmpty else { return [] }
    // The base resolves the needs of an instance that it keeps.
    return linked.nodesOfBase.filter { !$0.declaration.isKeptByRoot }.flatMap { node in
      ambiguousParameters(of: node.declaration, linked).compactMap { index, found in
        found.lazy.compactMap { near in added.first { $0.token == near.token } }.first.map {
          Finding($0.ordinal, diagnostic(index, node.declaration, found, added: $0.token))
        }
      }
    }
  }

  private static func ambiguousParameters(
    of declaration: RouteDeclaration, _ linked: Linked
  ) -> [(index: Int, found: [Diagnostic.Near])] {
    guard declaration.kind == .view else { return [] }
    return declaration.parameters.enumerated().compactMap { index, parameter in
      let type: Any.Type
      let roles: [TokenRole]
      // A token of Takes has a kind.
      guard parameter.token == nil else { return nil }
      switch parameter.form {
      case .destination(let destination, _): (type, roles) = (destination, [.view, .service])
      case .collection(let element, nil, _, _): (type, roles) = (element, [.views, .services])
      default: return nil
      }
      // Another rule reports several names of one kind.
      guard roles.allSatisfy({ isProvided(TokenDescription(type, $0), linked.image) }) else { return nil }
      return (index, linked.image.provided(type).filter { roles.contains($0.token.role) })
    }
  }

  /// Returns whether anything but a placeholder for an isolated module's missing dependency provides a token.
  private static func isProvided(_ token: TokenDescription, _ image: RegistryImage) -> Bool {
    let answer = image.answer(token)
    if case .one(let provider) = answer, provider.route.isUnimplemented { return false }
    return answer.isAny
  }

  /// Creates the diagnostic.
  ///
  /// - Parameter added: For a route of an extension's base, the token that the extension adds.
  private static func diagnostic(
    _ index: Int, _ declaration: RouteDeclaration, _ found: [Diagnostic.Near],
    added: TokenDescription? = nil
  ) -> Diagnostic {
    let type = TypeName.of(declaration.parameters[index].type)
    let closure = declaration.decorated.map(Diagnostic.decoratorClosure) ?? "write make: { routes in … }"
    return declaration.problem(
      .ambiguousParameter,
      "parameter \(index + 1) of \(declaration.text) has the type \(type), which is provided both as a view and as a service",
      detail: added.map { "the extension adds \($0)" }, related: Diagnostic.suggestions(found),
      remedy: "\(closure), and request the one that is meant")
  }
}

extension TokenDescription {
  /// The token of the same type as a service in place of a view, or the reverse, or nil for a configuration.
  fileprivate var ofOtherKind: TokenDescription? {
    let other: TokenRole
    switch role {
    case .view: other = .service
    case .service: other = .view
    case .views: other = .services
    case .services: other = .views
    case .viewModule, .serviceModule: return nil
    }
    return TokenDescription(type, other)
  }
}
