import WaymarkRuntime

/// The isolation of one module that a test compiles alone, in whose registry dependencies may be missing.
package struct Isolation: Sendable {
  /// A function that returns the value of an `@Routed` property that nothing provides, or nil.
  ///
  /// - Parameters:
  ///   - type: The type of the property.
  ///   - error: The error that names the missing dependency and the property.
  ///   - location: The location of the property's declaration.
  package typealias Placeholder =
    @Sendable (_ type: Any.Type, _ error: RouteError, _ location: DeclarationLocation) -> Any?

  /// A function that returns the value of a parameter that nothing provides, or nil.
  package typealias Parameter = @Sendable (_ type: Any.Type) -> Any?

  let placeholder: Placeholder
  let parameter: Parameter
}

/// A route in the place of a dependency that an isolated module needs and others provide. It makes a placeholder for the
/// module's own routes if the type has one, and otherwise throws an error.
enum Hole {
  /// Returns the declaration of a hole.
  ///
  /// - Parameters:
  ///   - token: The token that nothing provides.
  ///   - location: The location of the declaration that needs it.
  static func declaration(of token: TokenDescription, at location: DeclarationLocation) -> RouteDeclaration {
    func declare<Requested>(_: Requested.Type) -> RouteDeclaration {
      let mark = RouteEntryValue(.feature(HoleMark(token: token)))
      guard !token.role.isModule else {
        let configuration = ConfigurationFactory { () throws -> Requested in
          throw RouteError.unimplemented(token, in: nil)
        }
        let factory = Factory(
          configuration, make: { (configuration: Requested, _) in configuration }, prepare: nil)
        let binding = RouteEntryValue(.binding(Binding(token)))
        return RouteDeclaration(
          token.role.kind, Requested.self, InlineList([binding, mark]), factory, location, parameters: [],
          isOpen: false)
      }
      let make = MakeFunction<Requested> { registry, _ in try registry.placeholder(for: token) }
      let binding = RouteEntryValue(.binding(Binding(token) { (requested: Requested) in requested }))
      return RouteDeclaration(
        token.role.kind, Requested.self, InlineList([binding, mark]), Factory(make, prepare: nil), location,
        parameters: [], isOpen: false)
    }
    return declare(token.type)
  }
}

/// The mark of a route in the place of something that nothing provides.
struct HoleMark: FeatureEntry {
  /// The token that nothing provides.
  let token: TokenDescription
}

extension RouteDeclaration {
  /// The token in whose place the route is, if it's a hole in the registry of an isolated module.
  var hole: TokenDescription? { features(HoleMark.self).first?.token }
}

extension Program {
  /// The holes of an isolated module: one for each token that's needed, and that nothing provides.
  var holes: [RouteDeclaration] {
    var seen: Set<TokenKey> = []
    var holes: [RouteDeclaration] = []
    func add(_ token: TokenDescription, _ location: DeclarationLocation) {
      guard !provides(token), seen.insert(token.key).inserted else { return }
      holes.append(Hole.declaration(of: token, at: location))
    }
    for node in network.nodes where node.ordinal != nil {
      for dependency in node.dependencies where !dependency.isOptional && dependency.collection == nil {
        guard !dependency.candidates.contains(where: { provides($0) }) else { continue }
        // A view's route looks for a service first, so that a test may fill the hole with either.
        if let token = dependency.candidates.last, !token.role.isCollection {
          add(token, node.declaration.location)
        }
      }
    }
    for adapter in adapters { add(adapter.declaration.provided, adapter.declaration.location) }
    for decorator in decorators { add(decorator.declaration.token, decorator.declaration.location) }
    return holes
  }
}
